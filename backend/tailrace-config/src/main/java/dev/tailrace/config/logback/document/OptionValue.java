package dev.tailrace.config.logback.document;

import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The text of one option as a value. A missing one has the fallback; an unusable one, too, and is a finding.
 *
 * @param option where it is missing, the element that could have it
 * @param given the text with its variables replaced; null: it is missing
 * @param consumer what findings are about, most often an appender
 */
public record OptionValue(Element option, @Nullable String given, Findings findings, String consumer) {
    public boolean isMissing() {
        return given == null;
    }

    /** The text; empty when it is missing. */
    public String text() {
        return or("");
    }

    public String or(String otherwise) {
        return given == null ? otherwise : given;
    }

    public boolean bool(boolean otherwise) {
        if (given == null) {
            return otherwise;
        }
        Optional<Boolean> value = Values.bool(given);
        if (value.isEmpty()) {
            unusable(FindingCode.BAD_BOOLEAN, "; " + otherwise + " is used.");
        }
        return value.orElse(otherwise);
    }

    public int integer(int least, int most, int otherwise) {
        if (given == null) {
            return otherwise;
        }
        Integer value = Values.integer(given);
        if (value == null || value < least || value > most) {
            unusable(
                    FindingCode.BAD_NUMBER,
                    ", not a whole number from " + least + " to " + most + "; " + otherwise + " is used.");
            return otherwise;
        }
        return value;
    }

    /** Bytes; a size of nothing is as unusable as one that is no number. */
    public long size(long otherwise, String consequence) {
        if (given == null) {
            return otherwise;
        }
        OptionalLong value = Values.size(given);
        if (value.isEmpty() || value.getAsLong() == 0) {
            unusable(FindingCode.BAD_SIZE, "; " + consequence);
            return otherwise;
        }
        return value.getAsLong();
    }

    /** The character set of lines; null: UTF-8. */
    public @Nullable Charset charset() {
        Charset charset = Values.charset(text());
        if (charset == null) {
            findings.add(FindingCode.CHARSET_NOT_SUPPORTED, option.line(), consumer, Values.noCharset(text()));
        }
        return StandardCharsets.UTF_8.equals(charset) ? null : charset;
    }

    private void unusable(FindingCode code, String consequence) {
        findings.add(
                code, option.line(), consumer, "<" + option.name() + "> is " + FindingText.quote(text()) + consequence);
    }
}
