# For Yocto: an archive of a release lies in a folder files/ beside this recipe. docs/install.md says what was tried.
SUMMARY = "Interactions from the force on a force-sensing resistor"
LICENSE = "MIT"
LIC_FILES_CHKSUM = "file://share/doc/libpress/LICENSE;md5=f2f2df946760bd4216d87f6d908cf195"

LIBPRESS_PROCESSOR:x86-64 = "x86_64"
LIBPRESS_PROCESSOR:aarch64 = "aarch64"
LIBPRESS_PROCESSOR:arm = "armv7"
LIBPRESS_PROCESSOR:armv6 = "armv6"
LIBPRESS_PROCESSOR:riscv64 = "riscv64"
SRC_URI = "file://libpress_${PV}_${LIBPRESS_PROCESSOR}.tar.gz"
S = "${WORKDIR}/libpress-${PV}-${LIBPRESS_PROCESSOR}"

do_configure[noexec] = "1"
do_compile[noexec] = "1"
do_install() {
	install -d ${D}${includedir}/press ${D}${libdir}/pkgconfig ${D}${libdir}/cmake/libpress ${D}${bindir} ${D}${sysconfdir}
	install -m 0644 ${S}/include/press.h ${D}${includedir}/
	install -m 0644 ${S}/include/press/*.h ${D}${includedir}/press/
	install -m 0755 ${S}/lib/libpress.so.0 ${D}${libdir}/
	ln -sf libpress.so.0 ${D}${libdir}/libpress.so
	install -m 0644 ${S}/lib/libpress.a ${D}${libdir}/
	install -m 0644 ${S}/lib/pkgconfig/libpress.pc ${D}${libdir}/pkgconfig/
	install -m 0644 ${S}/lib/cmake/libpress/*.cmake ${D}${libdir}/cmake/libpress/
	install -m 0755 ${S}/bin/pressd ${D}${bindir}/
	install -m 0644 ${S}/etc/pressd.conf ${D}${sysconfdir}/
}

PACKAGES =+ "pressd"
FILES:pressd = "${bindir}/pressd ${sysconfdir}/pressd.conf"
CONFFILES:pressd = "${sysconfdir}/pressd.conf"
FILES:${PN}-dev += "${libdir}/cmake"
# It is built and stripped already.
INSANE_SKIP:${PN} = "already-stripped ldflags"
INSANE_SKIP:pressd = "already-stripped ldflags"
