package dev.tailrace.probe;

import dev.tailrace.probe.jvm.AgentJar;
import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.probe.jvm.Scratch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** The logging configuration as it is in the target at that moment, reported by an agent that is loaded into it. Not thread-safe. */
final class AgentLook {
    /** What it may cost, measured on small and busy machines: an agent loads about a dozen classes and reads fields. */
    static final double SECONDS = 0.1;

    /** Where the archive keeps it. */
    static final String ENTRY = "logging/live.txt";

    private static final String WHAT = "agent";
    private static final String NONE = "The logging configuration as it is now was not read: ";
    private static final int LONGEST = 4 << 20;

    private final Session session;
    private final Scratch scratch;

    AgentLook(Session session, Scratch scratch) {
        this.session = session;
        this.scratch = scratch;
    }

    /** Looks once; what stands in the way is noted. */
    void look() throws LiveException {
        if (session.spending().left() < SECONDS) {
            session.note(String.format(
                    Locale.ROOT,
                    "%sthe agent may cost %.0f ms, and so much may not be spent any more. Look longer (--for), or allow more"
                            + " (--budget).",
                    NONE,
                    SECONDS * 1000));
            return;
        }
        if (scratch.forTarget().indexOf('=') >= 0) {
            session.note(
                    NONE + "a JVM can't load an agent from a folder with = in its name: " + scratch.forTarget() + ".");
            return;
        }
        Path jar = scratch.here(AgentJar.JAR);
        try {
            Files.write(jar, AgentJar.bytes(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            scratch.handOver(jar);
        } catch (IOException e) {
            session.note(NONE + e.getMessage() + ".");
            return;
        }
        if (session.load(WHAT, scratch.forTarget() + "/" + AgentJar.JAR, scratch.forTarget())) {
            keep(scratch.here(AgentJar.RESULT));
        }
    }

    private void keep(Path result) throws LiveException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(result, LinkOption.NOFOLLOW_LINKS)) {
            bytes = in.readNBytes(LONGEST);
        } catch (IOException e) {
            session.note(NONE + "the agent ran in the process, but left no result there.");
            return;
        }
        session.put(ENTRY, WHAT, Secrets.inConfiguration(new String(bytes, StandardCharsets.UTF_8)));
    }
}
