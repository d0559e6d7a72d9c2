import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tailrace.engine.AppendLog;
import dev.tailrace.engine.LogEngine;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** An audit log: each entry is a line; one that matters is on the disk before its call returns. A file each day, compressed, for a year. */
public final class AuditLog implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final LogEngine engine;
    private final AppendLog log;

    public AuditLog(String folder) throws IOException {
        engine = LogEngine.start(new LogEngine.Options());
        Rolling daily = new Rolling.TimeBased(folder + "/audit.%d{yyyy-MM-dd}.log.gz", 0, 365, 0, false);
        try {
            log = engine.open(new DestinationConfig.File(folder + "/audit.log", true, daily));
        } catch (IOException e) {
            engine.close();
            throw e;
        }
    }

    /** Survives the end of this process, however it ends. */
    public void record(String who, String what) throws IOException {
        String line = Instant.now() + " " + clean(who) + " " + clean(what) + "\n";
        if (!log.append(line.getBytes(UTF_8))) {
            throw new IOException("not recorded: " + line);
        }
    }

    /** Survives a loss of power, too: waits for the disk. */
    public void recordForced(String who, String what) throws IOException {
        record(who, what);
        if (!log.force(PATIENCE)) {
            throw new IOException("not on the disk after " + PATIENCE);
        }
    }

    /** Nothing in an entry may look like another one. */
    private static String clean(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    @Override
    public void close() {
        engine.close();
    }

    public static void main(String[] arguments) throws IOException {
        try (AuditLog audit = new AuditLog(arguments[0])) {
            audit.record("ann", "logged in");
            audit.recordForced("ann", "paid 100 EUR");
        }
    }
}
