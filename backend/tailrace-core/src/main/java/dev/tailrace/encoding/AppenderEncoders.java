package dev.tailrace.encoding;

import dev.tailrace.bytes.Multiline;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.CharsetEncoder;
import dev.tailrace.layout.SiftedEncoder;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Problem;
import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The encoders of one configuration's appenders. An unchanged encoder is taken over from the previous configuration. All of core's code for
 * appenders with a file for each value of a key is in here. For one thread at a time.
 */
public final class AppenderEncoders {
    private final Configuration configuration;
    private final Map<Recipe, Encoder> before;
    private final PropertySource outside;
    private final Consumer<Finding> findings;
    private final Map<Recipe, Encoder> made = new HashMap<>();

    /**
     * All inputs of an encoder.
     *
     * @param keyed the key by which lines are separated; null: lines aren't separated
     */
    private record Recipe(
            String appender,
            String pattern,
            PatternSyntax syntax,
            boolean console,
            Multiline multiline,
            DestinationConfig.@Nullable Keyed keyed,
            @Nullable Charset charset,
            Map<String, String> properties,
            Map<String, String> contextProperties) {
        /** A record's own takes milliseconds at the start of each process. */
        @Override
        public int hashCode() {
            return pattern.hashCode();
        }
    }

    private AppenderEncoders(
            Configuration configuration,
            Map<Recipe, Encoder> before,
            PropertySource outside,
            Consumer<Finding> findings) {
        this.configuration = configuration;
        this.before = before;
        this.outside = outside;
        this.findings = findings;
    }

    /**
     * Those of a configuration.
     *
     * @param before the previous configuration's encoders; null: there was none
     * @param outside properties of the system and of a framework
     * @param findings receives problems of patterns and later, in the logging thread, of a key's values
     */
    public static AppenderEncoders of(
            Configuration configuration,
            @Nullable AppenderEncoders before,
            PropertySource outside,
            Consumer<Finding> findings) {
        return new AppenderEncoders(configuration, before == null ? Map.of() : before.made, outside, findings);
    }

    /**
     * The encoder of one of the appenders.
     *
     * @param toItsFiles false: its files can't be opened, and for instance the console replaces them all
     */
    public Encoder of(AppenderConfig appender, boolean toItsFiles) {
        DestinationConfig.Keyed keyed =
                toItsFiles && appender.destination() instanceof DestinationConfig.Keyed to ? to : null;
        Recipe recipe = new Recipe(
                appender.name(),
                appender.pattern(),
                appender.layout().syntax(),
                appender.destination() instanceof DestinationConfig.Console,
                appender.settings().lines().multiline(),
                keyed,
                appender.layout().charset(),
                configuration.properties(),
                configuration.contextProperties());
        Encoder encoder = before.get(recipe);
        if (encoder == null) {
            Encoder line = compile(appender);
            encoder = keyed == null ? line : keyed(line, keyed, appender.name());
        }
        made.put(recipe, encoder);
        return encoder;
    }

    /** The encoder of lines without a key's value, such as a loss report. */
    public static Encoder withoutKey(Encoder encoder) {
        return encoder instanceof SiftedEncoder keyed ? keyed.line() : encoder;
    }

    private Encoder compile(AppenderConfig appender) {
        PatternFindings.Compiled compiled = PatternFindings.compile(appender, configuration, outside);
        for (Problem problem : compiled.problems()) {
            findings.accept(PatternFindings.of(problem, appender, configuration.source()));
        }
        Charset charset = appender.layout().charset();
        return charset == null ? compiled.encoder() : new CharsetEncoder(compiled.encoder(), charset);
    }

    /** An encoder whose lines begin with the key of their file. */
    private Encoder keyed(Encoder line, DestinationConfig.Keyed by, String appender) {
        return new SiftedEncoder(
                line,
                by.key(),
                by.otherwise(),
                by.withPairs(),
                used -> findings.accept(changed(appender, by.key(), used)));
    }

    private static Finding changed(String appender, String key, String used) {
        return Finding.of(
                        FindingCode.SIFTED_VALUE_CHANGED,
                        "A value of \"" + key + "\" can't be a part of a file's name; its lines go to the file for \""
                                + used + "\", and so do those of other values that come to the same. Said once.")
                .about(appender);
    }
}
