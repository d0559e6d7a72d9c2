/** Writes JSON, tables, and self-contained HTML pages with charts. */
module dev.tailrace.report {
    requires static org.jspecify;
    requires transitive com.google.gson;

    exports dev.tailrace.report to
            dev.tailrace.cli,
            dev.tailrace.doctor,
            dev.tailrace.junit;
}
