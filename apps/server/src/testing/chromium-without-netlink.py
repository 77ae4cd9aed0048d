#!/usr/bin/env python3
"""Starts the Chromium of CHROMIUM_PATH without netlink sockets, with the same arguments.

Chromium learns by netlink that a network came or went, and then gives up its requests (net::ERR_NETWORK_CHANGED). Tests of containers
make and remove networks beside a browser that only talks to loopback.
"""
import ctypes
import os
import platform
import struct
import sys

# Of linux/seccomp.h, linux/filter.h and linux/prctl.h.
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
LOAD_WORD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
NUMBER_AT, FIRST_ARGUMENT_AT = 0, 16
AF_NETLINK, EAFNOSUPPORT = 16, 97
# struct sock_filter: a 16-bit operation, two jumps of 8 bits, a 32-bit value.
STEP = "H2BI"
SOCKET_CALL = {"x86_64": 41, "aarch64": 198}


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def refuse_netlink(socket_call):
    steps = [
        (LOAD_WORD, 0, 0, NUMBER_AT),
        (JUMP_IF_EQUAL, 0, 3, socket_call),
        (LOAD_WORD, 0, 0, FIRST_ARGUMENT_AT),
        (JUMP_IF_EQUAL, 0, 1, AF_NETLINK),
        (RETURN, 0, 0, REFUSE | EAFNOSUPPORT),
        (RETURN, 0, 0, ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack(STEP, *step) for step in steps))
    program = Program(len(steps), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    refused = libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(
        PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0
    )
    if refused:
        raise OSError(ctypes.get_errno(), "The filter of system calls was refused.")


socket_call = SOCKET_CALL.get(platform.machine())
if socket_call is not None:
    refuse_netlink(socket_call)
chromium = os.environ["CHROMIUM_PATH"]
os.execv(chromium, [chromium, *sys.argv[1:]])
