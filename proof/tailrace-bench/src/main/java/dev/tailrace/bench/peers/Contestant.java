package dev.tailrace.bench.peers;

import dev.tailrace.bench.audit.Naming;
import dev.tailrace.bench.noop.NoopProvider;
import java.util.ArrayList;
import java.util.List;

/**
 * A backend with one configuration.
 *
 * @param peer whose jars
 * @param settings the configuration's name, one stable word
 * @param configuration text of its file, with {@code @FOLDER@} for the log folder; empty for none
 * @param options further options of its JVM
 * @param active name of the file it writes to; rolled ones begin otherwise or go on after it
 * @param naming how rolled files are ordered
 * @param files regular expression of the names of its log files; a line in any other file is as good as lost
 */
public record Contestant(
        Peer peer,
        String settings,
        String configuration,
        List<String> options,
        String active,
        Naming naming,
        String files) {
    /** Every file that is not hidden is a log file. */
    public static final String ANY_FILE = ".*";

    /** The name of its configuration file in its work folder. */
    public static final String CONFIGURATION = "logging.xml";

    /** A name for progress and files. */
    public String label() {
        return peer.id() + "/" + settings;
    }

    /** Whether it writes nothing. */
    public boolean isNoop() {
        return peer == Peer.NOOP;
    }

    /** Whether it only shows what the machine can do; its lines are not looked for. */
    public boolean isLimit() {
        return peer == Peer.LIMIT;
    }

    /** Options that make its JVM use its configuration. */
    public List<String> jvmOptions(String configurationFile) {
        List<String> all = new ArrayList<>(options);
        switch (peer) {
            case NOOP -> {
                all.add("-Dslf4j.provider=" + NoopProvider.class.getName());
                // A call that does nothing is inlined and its boxes vanish; in no other backend do they. Its own
                // options come
                // later and win.
                all.add(0, "-XX:-DoEscapeAnalysis");
            }
            case LOGBACK, TAILRACE -> all.add("-Dlogback.configurationFile=" + configurationFile);
            case TINYLOG -> all.add("-Dtinylog.configuration=" + configurationFile);
            case LIMIT -> {
                // It has no logger.
            }
            case JUL -> all.add("-Djava.util.logging.config.file=" + configurationFile);
            case LOG4J2_DISRUPTOR3, LOG4J2_DISRUPTOR4 -> all.add("-Dlog4j2.configurationFile=" + configurationFile);
        }
        return all;
    }
}
