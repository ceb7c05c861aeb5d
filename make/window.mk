# Programs with a window, each with its toolkit, on a virtual display: Tests/window.

.PHONY: test-window test-window-all

# A Python of its own, Debian's, in which both Debian's toolkits (tkinter, GTK, wx) and those of PyPI are. $(WINDOW) runs a program with this
# library and this package. `make nightly` has all toolkits.
WINDOW := .build/window/bin/python
TOOLKITS := PySide6_Essentials==6.11.1 pygame-ce==2.5.8
MORE_TOOLKITS := PyQt6==6.11.0 kivy==2.3.1 pyglet==2.1.19 dearpygui==2.3.1 textual==8.2.8 nicegui==3.18.0 pydevices-lvgl==9.5.37
WINDOWS := Xvfb=xvfb '/usr/lib/python3*/ensurepip=python3-venv' '/usr/lib/python3*/lib-dynload/_tkinter.*=python3-tk' \
  '/usr/lib/python3/dist-packages/gi=python3-gi' '/usr/lib/python3/dist-packages/wx=python3-wxgtk4.0' \
  '/usr/lib/*/girepository-1.0/Gtk-4.0.typelib=gir1.2-gtk-4.0' \
  $(foreach one,EGL.so.1=libegl1 GL.so.1=libgl1 xkbcommon-x11.so.0=libxkbcommon-x11-0 fontconfig.so.1=libfontconfig1 dbus-1.so.3=libdbus-1-3 \
    xcb-cursor.so.0=libxcb-cursor0 xcb-icccm.so.4=libxcb-icccm4 xcb-image.so.0=libxcb-image0 xcb-keysyms.so.1=libxcb-keysyms1 \
    xcb-render-util.so.0=libxcb-render-util0 xcb-shape.so.0=libxcb-shape0 xcb-xkb.so.1=libxcb-xkb1,'/usr/lib/*/lib$(one)')
.build/window/ready: make/window.mk
	Tests/need.sh $(WINDOWS)
	/usr/bin/python3 -m venv --system-site-packages .build/window
	$(WINDOW) -m pip install --quiet $(TOOLKITS)
	touch $@
.build/window/all: .build/window/ready
	Tests/need.sh '/usr/lib/*/girepository-1.0/Gtk-3.0.typelib=gir1.2-gtk-3.0' '/usr/lib/*/dri/swrast_dri.so=libgl1-mesa-dri' \
	  '/usr/lib/*/libpython3.11.so.1.0=libpython3.11'
	$(WINDOW) -m pip install --quiet $(MORE_TOOLKITS)
	touch $@

# Each test has a display of its own. ONLY=WORD: those with it in their names.
IN_WINDOWS = LIBPRESS_LIBRARY=$(HERE)/$(SO) LIBPRESS_WINDOW=$(HERE)/$(WINDOW) $(PYTEST) -n 2 $(if $(ONLY),-k $(call q,$(ONLY)))
test-window: $(SO) .build/venv/ready .build/window/ready
	$(IN_WINDOWS) -m "not long" Tests/window
# All toolkits, and what takes minutes.
test-window-all: $(SO) $(A) .build/venv/browsed .build/window/all
	$(BROWSE)
	$(IN_WINDOWS) Tests/window
