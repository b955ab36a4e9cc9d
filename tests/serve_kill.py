#!/usr/bin/env python3
"""Kills the server at random moments, and sees that no move that was shown is lost: serve_kill.py BINARY SECONDS

A person plays by the API against a player, as fast as it goes, while another thread follows the events. Whatever an
answer or an event has shown has to be there after the server is started again, which may take so many SECONDS.
"""

import http.client
import random
import sys
import threading
import time

from serving import Server

KILLS = 25


class Shown:
    """The most that anybody was shown of a game: its moves so far."""

    def __init__(self):
        self.lock = threading.Lock()
        self.moves = ""

    def see(self, game):
        with self.lock:
            moves = game["line"]["moves"]
            if len(moves) > len(self.moves):
                self.moves = moves


def follow(server, game, shown):
    try:
        for name, data in server.events(f"/api/games/{game}/events"):
            if name == "game":
                shown.see(data)
    except (OSError, http.client.HTTPException, AssertionError, ValueError):
        pass  # it was killed


def play(server, game, shown):
    """Plays until the game is over or the server is gone."""
    try:
        while True:
            state = server.ask("GET", f"/api/games/{game}")
            shown.see(state)
            if state["ending"]:
                return True
            ply = state["line"]["plies"][-1]
            if state[ply["to_move"]] != "human":
                time.sleep(0.001)
                continue
            shown.see(server.ask("POST", f"/api/games/{game}/moves",
                                 {"ply": state["plies"], "move": ply["legal"][:2]}))
    except (OSError, http.client.HTTPException, ValueError):
        return False


def main():
    chance = random.Random(7)
    start_seconds = float(sys.argv[2])
    killed_in_game, moves_checked = 0, 0
    with Server(sys.argv[1]) as server:
        game, shown = None, Shown()
        for attempt in range(KILLS):
            if game is None:
                game = server.ask("POST", "/api/games", {"black": "human", "white": "max-disc:depth=3"})["id"]
                shown = Shown()
            follower = threading.Thread(target=follow, args=(server, game, shown))
            follower.start()
            ended = []
            player = threading.Thread(target=lambda: ended.append(play(server, game, shown)))
            player.start()
            time.sleep(chance.uniform(0.005, 0.25))
            server.kill()
            player.join()
            follower.join()
            seconds = server.start()
            found = server.ask("GET", f"/api/games/{game}")
            moves = found["line"]["moves"]
            if not moves.startswith(shown.moves):
                print(f"kill {attempt + 1}: shown was {shown.moves}, kept is {moves}")
                return 1
            # A move and the answer; who passes is answered by another move.
            beyond = moves[len(shown.moves):]
            if len(beyond) > 4 + 4 * beyond.count("pa"):
                print(f"kill {attempt + 1}: {moves} has more than what was under way beyond {shown.moves}")
                return 1
            if seconds > start_seconds:
                print(f"kill {attempt + 1}: it took {seconds:.2f} s to start")
                return 1
            moves_checked += len(shown.moves) // 2
            if found["ending"]:
                game = None
            else:
                killed_in_game += 1
    print(f"killed {KILLS} times, {killed_in_game} of them in a game; {moves_checked} moves that were shown are all there")
    return 0 if killed_in_game > KILLS // 3 and moves_checked > 50 else 1


if __name__ == "__main__":
    sys.exit(main())
