package dev.tailrace.bench.peers;

import dev.tailrace.bench.audit.Auditor;
import dev.tailrace.bench.audit.Findings;
import dev.tailrace.bench.audit.Naming;
import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.noop.NoopProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A backend with one configuration.
 *
 * @param peer the backend's jars
 * @param settings name of the configuration, one stable word
 * @param configuration text of the configuration file, with {@code @FOLDER@} for the log folder; empty for none
 * @param options further JVM options
 * @param naming the order of rolled files
 * @param files regular expression for names of log files; a line in any other file counts as lost
 */
public record Contestant(
        Peer peer, String settings, String configuration, List<String> options, Naming naming, String files) {
    /** The name of the active file; names of rolled files begin differently or continue this name. */
    public static final String ACTIVE = "app.log";

    public static final String ANY_FILE = ".*";

    /** The name of the configuration file in the work folder. */
    public static final String CONFIGURATION = "logging.xml";

    /** A name for progress messages and files. */
    public String label() {
        return peer.id() + "/" + settings;
    }

    public boolean isNoop() {
        return peer == Peer.NOOP;
    }

    /** Whether the contestant only shows the machine's limit; its lines are not audited. */
    public boolean isLimit() {
        return peer == Peer.LIMIT;
    }

    /** Looks for the lines of each thread of each process in the log folder. */
    public Findings audit(Path logs, Line line, Map<Integer, long[]> logged) throws IOException {
        return isNoop() || isLimit() || logged.isEmpty()
                ? Findings.none(logged)
                : Auditor.audit(logs, files, ACTIVE, naming, line, logged);
    }

    public List<String> jvmOptions(String configurationFile) {
        List<String> all = new ArrayList<>(options);
        if (isNoop()) {
            all.add("-Dslf4j.provider=" + NoopProvider.class.getName());
            // Without this option, the no-op's calls would be inlined and their boxes eliminated, unlike in any other
            // backend. The
            // contestant's own options follow and win.
            all.add(0, "-XX:-DoEscapeAnalysis");
        } else if (!isLimit()) {
            all.add("-D" + peer.property() + "=" + configurationFile);
        }
        return all;
    }
}
