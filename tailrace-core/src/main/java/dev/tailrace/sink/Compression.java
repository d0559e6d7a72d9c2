package dev.tailrace.sink;

/** How finished files are compressed; follows from the end of the file name pattern. */
enum Compression {
    NONE(""),
    GZIP(".gz"),
    ZIP(".zip");

    private final String suffix;

    Compression(String suffix) {
        this.suffix = suffix;
    }

    String suffix() {
        return suffix;
    }

    static Compression of(String fileName) {
        if (fileName.endsWith(GZIP.suffix)) {
            return GZIP;
        }
        return fileName.endsWith(ZIP.suffix) ? ZIP : NONE;
    }
}
