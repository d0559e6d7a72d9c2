/** Raises a load on a URL until answers come too late. It knows nothing of what it loads, or of what looks on. */
@SuppressWarnings("requires-automatic") // HdrHistogram is no module yet.
module dev.tailrace.loadtest {
    requires static org.jspecify;
    requires java.net.http;
    requires HdrHistogram;

    exports dev.tailrace.loadtest to
            dev.tailrace.cli,
            dev.tailrace.doctor;
}
