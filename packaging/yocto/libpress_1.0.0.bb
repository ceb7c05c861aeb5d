# For Yocto: an archive of a release lies in a folder files/ beside this recipe. docs/install.md says what was tried.
SUMMARY = "Interactions from the force on a force-sensing resistor"
HOMEPAGE = "https://libpress.invalid"
LICENSE = "MIT"
LIC_FILES_CHKSUM = "file://share/doc/libpress/LICENSE;md5=f2f2df946760bd4216d87f6d908cf195"

LIBPRESS_PROCESSOR:x86-64 = "x86_64"
LIBPRESS_PROCESSOR:aarch64 = "aarch64"
LIBPRESS_PROCESSOR:arm = "armv7"
LIBPRESS_PROCESSOR:armv6 = "armv6"
LIBPRESS_PROCESSOR:riscv64 = "riscv64"
SRC_URI = "file://libpress_${PV}_${LIBPRESS_PROCESSOR}.tar.gz"
S = "${WORKDIR}/libpress-${PV}-${LIBPRESS_PROCESSOR}"

inherit systemd useradd

# The archives of 32-bit ARM pass floats in registers, as TUNE_FEATURES "callconvention-hard" does.
python () {
    if d.getVar("TARGET_ARCH") == "arm" and "callconvention-hard" not in (d.getVar("TUNE_FEATURES") or "").split():
        raise bb.parse.SkipRecipe("libpress for 32-bit ARM requires hard float: TUNE_FEATURES has no callconvention-hard")
}

do_configure[noexec] = "1"
do_compile[noexec] = "1"
do_install() {
	install -d ${D}${includedir} ${D}${libdir} ${D}${bindir} ${D}${sysconfdir} ${D}${mandir} ${D}${systemd_system_unitdir} \
		${D}${nonarch_base_libdir}/udev/rules.d ${D}${nonarch_libdir}/sysusers.d
	cp -R --no-preserve=ownership ${S}/include/. ${D}${includedir}/
	cp -R --no-preserve=ownership ${S}/lib/pkgconfig ${S}/lib/cmake ${D}${libdir}/
	install -m 0755 ${S}/lib/libpress.so.1 ${D}${libdir}/
	ln -sf libpress.so.1 ${D}${libdir}/libpress.so
	install -m 0644 ${S}/lib/libpress.a ${D}${libdir}/
	install -m 0755 ${S}/bin/pressd ${D}${bindir}/
	install -m 0644 ${S}/etc/pressd.conf ${D}${sysconfdir}/
	cp -R --no-preserve=ownership ${S}/share/man/. ${D}${mandir}/
	install -m 0644 ${S}/lib/systemd/system/*.socket ${D}${systemd_system_unitdir}/
	sed "s|/usr/local/etc|${sysconfdir}|g; s|/usr/local/bin|${bindir}|g" ${S}/lib/systemd/system/pressd@.service > ${D}${systemd_system_unitdir}/pressd@.service
	install -m 0644 ${S}/lib/udev/rules.d/*.rules ${D}${nonarch_base_libdir}/udev/rules.d/
	install -m 0644 ${S}/lib/sysusers.d/*.conf ${D}${nonarch_libdir}/sysusers.d/
}

PACKAGES =+ "pressd"
FILES:pressd = "${bindir}/pressd ${sysconfdir}/pressd.conf ${systemd_system_unitdir} ${nonarch_base_libdir}/udev/rules.d ${nonarch_libdir}/sysusers.d"
CONFFILES:pressd = "${sysconfdir}/pressd.conf"
FILES:${PN}-dev += "${libdir}/cmake"
# Neither enabled nor started: pressd.conf says first what is connected.
SYSTEMD_PACKAGES = "pressd"
SYSTEMD_SERVICE:pressd = "pressd@.service"
SYSTEMD_AUTO_ENABLE:pressd = "disable"
USERADD_PACKAGES = "pressd"
GROUPADD_PARAM:pressd = "-r i2c; -r gpio; -r libpress; -r pressd-clients"
# It is built and stripped already.
INSANE_SKIP:${PN} = "already-stripped ldflags"
INSANE_SKIP:pressd = "already-stripped ldflags"
