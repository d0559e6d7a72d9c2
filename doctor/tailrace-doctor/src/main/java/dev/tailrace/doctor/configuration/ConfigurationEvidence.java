package dev.tailrace.doctor.configuration;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.ParseResult;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.lint.Judgement;
import dev.tailrace.lint.Lint;
import dev.tailrace.lint.LoggingSettings;
import dev.tailrace.lint.Outlook;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the configurations of Logback and Log4j 2 as evidence. */
public final class ConfigurationEvidence implements EvidenceReader {
    private static final Pattern ROOT = Pattern.compile("<configuration[\\s>/]");
    /** A little more than the configuration's reader takes, so that it says so itself. */
    private static final int MOST_BYTES = 5 << 20;

    @Override
    public boolean mayRead(Input input, byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        String lower = text.replace("\0", "").toLowerCase(Locale.ROOT);
        int tag = lower.indexOf('<');
        return tag >= 0 && tag < 16 && ROOT.matcher(lower).find();
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        Path path = input.path();
        if (path != null) {
            read(input.name(), path, to);
            return;
        }
        // An entry of an archive: the configuration's reader wants a file.
        Path copy = Files.createTempFile("tailrace-doctor", ".xml");
        try (InputStream in = input.open()) {
            Files.copy(new ByteArrayInputStream(in.readNBytes(MOST_BYTES)), copy, StandardCopyOption.REPLACE_EXISTING);
            read(input.name(), copy, to);
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private void read(String name, Path path, EvidenceBuilder to) {
        PropertySource outside = PropertySource.ofProcess();
        ParseResult parseResult = ConfigurationReader.examine(path, outside);
        Judgement judgement = Judgement.of(path, parseResult, outside, LoggingConfiguration.USUAL);
        Lint.Result result = judgement.result();
        if (!result.readable()) {
            String why = result.remarks().isEmpty()
                    ? "It is no configuration."
                    : result.remarks().get(0).cause();
            to.add(ParseProblem.all(name, why));
            return;
        }
        List<Outlook> outlooks = judgement.outlooks().stream()
                .map(each -> each.in(own(path, name, each.file())))
                .toList();
        List<Remark> remarks = result.remarks().stream()
                .map(each -> each.in(own(path, name, each.file())))
                .toList();
        to.add(new LoggingConfiguration(
                Source.of(name),
                parseResult.isLog4j() ? LoggingSettings.LOG4J : LoggingSettings.LOGBACK,
                "",
                LoggingSettings.of(parseResult),
                remarks,
                outlooks));
    }

    /** A copy of an archive's entry goes by the entry's name. */
    private static String own(Path path, String name, @Nullable String file) {
        return file == null || file.isEmpty() || file.equals(path.toString()) ? name : file;
    }
}
