"""A bar that follows the finger, in pygame."""

import pygame
from libpress import ForceSensor

pygame.init()
screen = pygame.display.set_mode((320, 60))
clock = pygame.time.Clock()
sensor = ForceSensor.simulated(deliver="poll")  # presses again and again; ForceSensor(deliver="poll") is the real one
colour = "#9e9e9e"


def paint(with_colour):
    global colour
    colour = with_colour


sensor.when_pressed = lambda: paint("#d81b60")
sensor.when_released = lambda: paint("#9e9e9e")
while not pygame.event.peek(pygame.QUIT):
    sensor.poll()  # hooks run here, in the window's thread
    screen.fill("white")
    pygame.draw.rect(screen, colour, (10, 10, 10 + 290 * sensor.value, 40))
    pygame.display.flip()
    clock.tick(60)
sensor.close()  # the sensor first: its last hooks still find the window
pygame.quit()
