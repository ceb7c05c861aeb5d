"""The virtual display shows what a program draws, and says where."""

import signal

from display import until

BOX = """
import tkinter
root = tkinter.Tk()
root.geometry("+50+40")
tkinter.Frame(root, width=120, height=30, background="#d81b60").pack(padx=10, pady=10)
root.mainloop()
"""


def test_a_box_is_seen_where_a_program_draws_it(display):
    program = display.run("-c", BOX)
    until(lambda: display.box(0xD81B60) == (60, 50, 120, 30), program=program, what=lambda: f"{display.box(0xD81B60)}")
    assert program.ended_by(signal.SIGTERM) == 128 + signal.SIGTERM
