"""A strict stand-in of Discord for an unmodified client, and the people who act on it.

server.py             StandIn: the HTTP API, the gateway, faults, and the record of violations
people.py, reply.py   Person and Reply: what tests are written with
guild.py, state.py    guilds, channels, roles, members, messages
limits*.py, shapes.py every limit, and the small language in which they are written
client_*.py           what Discord's own client lets a person send
routes_*.py           the HTTP API, one file a subject
"""
