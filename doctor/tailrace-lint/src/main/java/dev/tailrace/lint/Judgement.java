package dev.tailrace.lint;

import dev.tailrace.config.model.Examination;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.lint.log4j.Log4jFile;
import dev.tailrace.lint.logback.LogbackFile;
import dev.tailrace.lint.remark.Circumstances;
import java.nio.file.Path;
import java.util.List;

/** What the rules and the outlooks say of one configuration. Immutable. */
public record Judgement(Lint.Result result, List<Outlook> outlooks) {
    /** Judges what was read of a configuration. */
    public static Judgement of(
            Path path, Examination examination, PropertySource outside, Circumstances circumstances) {
        Lint.Result result =
                Lint.of(path.toString(), examination, outside, circumstances, (configuration, properties) -> List.of());
        List<Outlook> outlooks = !result.readable() || examination.elements().isEmpty()
                ? List.of()
                : examination.isLog4j()
                        ? Outlook.of(new Log4jFile(examination), circumstances)
                        : Outlook.of(new LogbackFile(examination), circumstances);
        return new Judgement(result, outlooks);
    }
}
