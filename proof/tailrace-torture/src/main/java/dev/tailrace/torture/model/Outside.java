package dev.tailrace.torture.model;

/** What others do to the log file while it is being drained. */
enum Outside {
    /** Another program appends a line. */
    APPEND,
    /** Renamed, as logrotate does; the drainer makes the new one. */
    RENAME,
    /** Renamed, and a new empty file put in its place. */
    REPLACE,
    /** The next write stops in the middle: the disk is full, for a moment. */
    SHORT_WRITE,
    /** Cut to nothing, as logrotate's copytruncate does. */
    TRUNCATE,
    DELETE;

    /** Whether bytes are destroyed: then lines may be there twice, if it is reported. */
    boolean destroys() {
        return this == TRUNCATE || this == DELETE;
    }

    void act(World world) {
        switch (this) {
            case APPEND -> {
                Integer file = world.log();
                world.append(file == null ? world.create() : file, "" + World.FOREIGN);
            }
            case RENAME -> world.rename("old");
            case REPLACE -> {
                world.rename("old");
                world.create();
            }
            case TRUNCATE -> world.truncate();
            case DELETE -> world.delete();
            case SHORT_WRITE -> {} // the drainer asks for it
        }
    }
}
