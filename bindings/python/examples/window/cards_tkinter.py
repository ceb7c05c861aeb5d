"""A list with peek and pop, and a card that is dragged, in tkinter: cards_tkinter.py [DEGREES by which the screen is turned]."""

import sys
import tkinter

from cards import ROWS, Cards

COLOURS = {"peek": "#1e88e5", "pop": "#43a047"}


class Window:
    def __init__(self, turned):
        self.root, self.cards = tkinter.Tk(), None
        root = self.root
        self.scale = scale = root.winfo_fpixels("1i") / 96  # tkinter counts pixels: so many are a point
        width, height = root.winfo_screenwidth(), root.winfo_screenheight()
        root.geometry(f"{width}x{height}+0+0")
        column = tkinter.Frame(root)
        column.place(relx=0.1, rely=0.5, anchor="w")
        self.parts = {name: tkinter.Label(column, text=name, background=colour) for name, colour in ROWS.items()}
        for row in self.parts.values():
            row.pack(fill="x", pady=5 * scale, ipadx=20 * scale, ipady=10 * scale)
        self.tray = tkinter.Frame(root, background="#fdd835")
        self.tray.place(relx=0.5, rely=0.55, relwidth=0.4, relheight=0.3)
        self.card = tkinter.Label(root, text="card", background="#d81b60")
        self.parts |= {"tray": self.tray, "card": self.card}
        self.shown = tkinter.Label(root)
        self.rest("home")
        root.update()  # lays it out
        self.cards = Cards(self, width / scale, height / scale, turned, "poll")
        root.bind("<Configure>", lambda event: event.widget is root and self.cards.layout())
        root.protocol("WM_DELETE_WINDOW", self.close)
        self.step()

    def rect(self, name):
        part = self.parts[name]
        return tuple(pixels / self.scale for pixels in (part.winfo_rootx(), part.winfo_rooty(), part.winfo_width(), part.winfo_height()))

    def open(self, name, how):
        row, root = self.parts[name], self.root
        x, y = row.winfo_rootx() - root.winfo_rootx() + row.winfo_width(), row.winfo_rooty() - root.winfo_rooty()
        self.shown.config(text=f"{how}: {name}", background=COLOURS[how])
        self.shown.place(x=x, y=y, width=120 * self.scale, height=row.winfo_height())

    def close_peek(self):
        self.shown.place_forget()

    def move(self, x, y):
        root = self.root
        self.card.place(x=x * self.scale - root.winfo_rootx(), y=y * self.scale - root.winfo_rooty(), relx=0, rely=0, anchor="center")
        self.card.lift()

    def rest(self, place):
        self.card.place(x=0, y=0, relx=0.7, rely=0.7 if place == "tray" else 0.35, width=60 * self.scale, height=40 * self.scale, anchor="center")
        self.root.update_idletasks()  # lays it out
        if self.cards:
            self.cards.layout()

    def step(self):
        self.root.after(10, self.step)
        self.cards.sensor.poll()

    def close(self):
        self.cards.sensor.close()
        self.root.destroy()


Window(int(sys.argv[1]) if len(sys.argv) > 1 else 0).root.mainloop()
