/** JSON, a self-contained HTML page and charts. */
module dev.tailrace.report {
    requires static org.jspecify;
    // For Json alone: who gives it records, or reads them, brings Gson.
    requires static com.google.gson;

    exports dev.tailrace.report to
            dev.tailrace.cli,
            dev.tailrace.doctor,
            dev.tailrace.junit;
}
