"""Scoring of the Getaway Games, exact and explained. Start here:

    data -> read_results_file -> Games -> compute_standings -> Standings -> render_standings -> JSON
                                   |                              |
                                   +---------- explain -----------+--> why somebody stands where they do

games           a competition as frozen values: teams, events, results, ejections, rulings; who takes part
event           what an event provides (`Event`, `RoundEntry`), and the registry: `get_events`, `get_event`
events/         one file per event
standings       events ranked, then overall
ranking         comparing value after value; split and shared ranks; how a rank is shown
explain         why somebody stands where they do; explain_text says it in sentences

summed_rounds   events of summed rounds; counts, cards and notation are what their files are made of
results_file    the results file to values and back; results_fields reads the parts that are no event's
standings_json  standings as JSON; json_writer lays it out
faults          what is wrong with a file, and where; json_reader and json_fields find it
bracket         elimination brackets, with the files of that name

Ranks are exact: counted in half places (`Halves`); floats appear in JSON output only.
"""
