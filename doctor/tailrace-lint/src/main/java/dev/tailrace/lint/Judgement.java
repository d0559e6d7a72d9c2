package dev.tailrace.lint;

import dev.tailrace.config.model.ParseResult;
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
            Path path, ParseResult parseResult, PropertySource outside, Circumstances circumstances) {
        Lint.Result result =
                Lint.of(path.toString(), parseResult, outside, circumstances, (configuration, properties) -> List.of());
        List<Outlook> outlooks = !result.readable() || parseResult.elements().isEmpty()
                ? List.of()
                : parseResult.isLog4j()
                        ? Outlook.of(new Log4jFile(parseResult))
                        : Outlook.of(new LogbackFile(parseResult));
        return new Judgement(result, outlooks);
    }
}
