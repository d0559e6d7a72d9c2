package dev.tailrace.finding;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Lays a finding out for a terminal of 80 columns. */
public final class FindingText {
    private static final int COLUMNS = 80;
    private static final String INDENT = "    ";
    private static final int LONGEST_VALUE = 160;
    /** The system property with the address of the page that explains all codes. */
    public static final String PAGE = "tailrace.findingsUrl";

    private FindingText() {}

    static String of(Finding finding) {
        StringBuilder first = new StringBuilder("tailrace: ")
                .append(finding.code().code())
                .append(' ')
                .append(finding.severity().name().toLowerCase(Locale.ROOT))
                .append(": ");
        if (finding.file() != null) {
            first.append(finding.file());
            if (finding.line() > 0) {
                first.append(':').append(finding.line());
            }
            first.append(": ");
        }
        if (finding.consumer() != null && !finding.cause().contains(finding.consumer())) {
            first.append(finding.consumer()).append(": ");
        }
        first.append(finding.cause());
        StringBuilder text = new StringBuilder(240);
        wrap(text, first.toString());
        for (String evidence : finding.evidence()) {
            text.append('\n').append(INDENT);
            wrap(text, evidence);
        }
        text.append('\n').append(INDENT);
        wrap(text, "-> " + finding.remedy() + link(finding.code()));
        return text.toString();
    }

    /** The address of a code's explanation, if the page of all codes was named, or the build knew the project's home. */
    private static String link(FindingCode code) {
        String page = System.getProperty(PAGE);
        String named = page == null ? System.getenv("TAILRACE_FINDINGS_URL") : page;
        String used = named == null ? builtPage() : named.strip();
        return used.isEmpty() ? "" : " " + used + "#" + code.anchor();
    }

    private static String builtPage() {
        try (InputStream in = FindingText.class.getResourceAsStream("page")) {
            String page = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            return page.startsWith("http") ? page : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** A value from outside in quotation marks, shortened, without control characters. */
    public static String quote(String value) {
        return '"' + shown(value) + '"';
    }

    /** A value without quotation marks, as a part of a text. */
    public static String shown(String value) {
        String shown = value.strip();
        if (shown.length() > LONGEST_VALUE) {
            shown = shown.substring(0, LONGEST_VALUE) + "...";
        }
        return plain(shown);
    }

    private static void wrap(StringBuilder text, String sentence) {
        int column = text.length() - (text.lastIndexOf("\n") + 1);
        boolean fresh = true;
        for (String word : plain(sentence).split(" ", -1)) {
            if (word.isEmpty()) {
                continue;
            }
            if (!fresh && column + 1 + word.length() > COLUMNS) {
                text.append('\n').append(INDENT);
                column = INDENT.length();
                fresh = true;
            }
            if (!fresh) {
                text.append(' ');
                column++;
            }
            text.append(word);
            column += word.length();
            fresh = false;
        }
    }

    /** Replaces what could move a terminal's cursor or fake a line. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean visible = c >= ' ' && !Character.isISOControl(c) && c != '\u2028' && c != '\u2029';
            plain.append(visible ? c : c == '\n' || c == '\t' || c == '\r' ? ' ' : '?');
        }
        return plain.toString();
    }
}
