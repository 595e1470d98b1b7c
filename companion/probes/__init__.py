"""What `companion check` looks at: each probe takes the configuration and gives a Report. None changes anything."""
