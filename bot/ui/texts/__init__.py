"""All wording, one file per area: functions from values to what people read. Nothing here knows Discord or SQL."""
