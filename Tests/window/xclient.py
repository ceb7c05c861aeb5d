"""What a window manager asks of windows, through libX11."""

import ctypes
from ctypes import CFUNCTYPE, POINTER, byref, c_char, c_char_p, c_int, c_long, c_ubyte, c_uint, c_ulong, c_void_p

_CLIENT_MESSAGE = 33


@CFUNCTYPE(c_int, c_void_p, c_void_p)
def _goes_on(_connection, _error):
    """A window may go while it is asked about: the handler that Xlib has of its own then ends this process."""
    return 0


class _Message(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p), ("window", c_ulong),
                ("kind", c_ulong), ("format", c_int), ("data", c_long * 5), ("pad", c_char * 96)]  # fmt: skip


def close_windows(display):
    """Asks each window to close, as its button does: the number of those that were asked."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype, x.XOpenDisplay.argtypes = c_void_p, [c_char_p]
    x.XDefaultRootWindow.restype, x.XDefaultRootWindow.argtypes = c_ulong, [c_void_p]
    x.XInternAtom.restype, x.XInternAtom.argtypes = c_ulong, [c_void_p, c_char_p, c_int]
    x.XQueryTree.argtypes = [c_void_p, c_ulong, POINTER(c_ulong), POINTER(c_ulong), POINTER(POINTER(c_ulong)), POINTER(c_uint)]
    x.XGetWMProtocols.argtypes = [c_void_p, c_ulong, POINTER(POINTER(c_ulong)), POINTER(c_int)]
    x.XGetWindowAttributes.argtypes = [c_void_p, c_ulong, c_void_p]
    x.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, c_void_p]
    x.XSetErrorHandler.restype, x.XSetErrorHandler.argtypes = c_void_p, [c_void_p]
    x.XFree.argtypes = x.XFlush.argtypes = x.XCloseDisplay.argtypes = [c_void_p]
    x.XSetErrorHandler(_goes_on)
    connection = x.XOpenDisplay(display.encode())
    protocols, delete = (x.XInternAtom(connection, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    attributes = (c_ubyte * 512)()

    def children(window):
        root, parent, found, count = c_ulong(), c_ulong(), POINTER(c_ulong)(), c_uint()
        if not x.XQueryTree(connection, window, byref(root), byref(parent), byref(found), byref(count)):
            return []
        ids = found[: count.value]
        if count.value:
            x.XFree(found)
        return ids

    def takes(window):
        found, count = POINTER(c_ulong)(), c_int()
        if not x.XGetWMProtocols(connection, window, byref(found), byref(count)):
            return False
        ids = found[: count.value]
        x.XFree(found)
        # map_state of XWindowAttributes: nobody can close a window that is not shown.
        return delete in ids and x.XGetWindowAttributes(connection, window, attributes) and c_int.from_buffer(attributes, 92).value == 2

    asked, windows = 0, children(x.XDefaultRootWindow(connection))
    while windows:
        window = windows.pop()
        windows += children(window)
        if takes(window):
            message = _Message(type=_CLIENT_MESSAGE, window=window, kind=protocols, format=32, data=(c_long * 5)(delete, 0, 0, 0, 0))
            x.XSendEvent(connection, window, 0, 0, byref(message))
            asked += 1
    x.XFlush(connection)
    x.XCloseDisplay(connection)
    return asked
