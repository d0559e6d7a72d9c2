package dev.tailrace.doctor.configuration;

import dev.tailrace.lint.LoggingSettings;
import dev.tailrace.lint.live.HandlerProperties;
import dev.tailrace.lint.live.LiveHandlers;
import dev.tailrace.lint.live.LiveNode;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** Reads configurations of java.util.logging and JBoss LogManager: {@code logging.properties}. Stateless. */
public final class PropertiesEvidence implements EvidenceReader {
    /** As {@link HandlerProperties} knows them; a colon would be one, too, but is in many other texts. */
    private static final Pattern KEYS = Pattern.compile(
            "(?m)^\\s*(?:(?:logger)?\\.(?:handlers|level)|handlers|java\\.util\\.logging\\.\\w+\\.\\w+|handler\\.\\w+)\\s*=");

    private static final Pattern LOG4J =
            Pattern.compile("(?m)^\\s*(?:log4j\\.\\w|appenders?\\s*[=:]|appender\\.\\w+\\.type|rootLogger[.=\\s])");

    private static final int MOST_BYTES = 1 << 20;

    /** Whether this is how a configuration of Log4j in the form of properties begins, which is not read. */
    public static boolean isLog4j(byte[] head) {
        return LOG4J.matcher(new String(head, StandardCharsets.ISO_8859_1)).find();
    }

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return KEYS.matcher(new String(head, StandardCharsets.ISO_8859_1)).find() && !isLog4j(head);
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        String text;
        try (InputStream in = input.open()) {
            text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
        }
        HandlerProperties properties;
        try {
            properties = new HandlerProperties(text);
        } catch (IOException e) {
            to.add(ParseProblem.all(input.name(), "These are no properties: " + e.getMessage()));
            return;
        }
        if (!properties.isJBoss() && !properties.isJul()) {
            to.add(ParseProblem.all(input.name(), "These properties configure no logging that doctor knows."));
            return;
        }
        LiveNode context = properties.context();
        to.add(new LoggingConfiguration(
                Source.of(input.name()),
                context.value(),
                "",
                LoggingSettings.none(),
                LiveHandlers.remarks(context, input.name(), LoggingConfiguration.USUAL),
                List.of()));
    }
}
