package dev.tailrace.doctor.page;

import dev.tailrace.lint.remark.Remark;
import dev.tailrace.report.Page;
import dev.tailrace.report.Section;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The documentation of each finding, at the end of the page: it must be readable where there is no network. */
final class FindingPages {
    private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\([^)]*\\)");

    private static final Pattern EMPHASIS = Pattern.compile("\\*+([^*]+)\\*+");

    private FindingPages() {}

    static void add(Page page, List<Remark> remarks) {
        Map<String, Remark> codes = new LinkedHashMap<>();
        remarks.forEach(each -> codes.putIfAbsent(each.code(), each));
        if (codes.isEmpty()) {
            return;
        }
        Section section = page.section("What the codes mean");
        for (Remark each : codes.values()) {
            section.heading(anchor(each), each.code() + " " + each.title());
            paragraphs(each).forEach(section::text);
        }
    }

    /** Where a code's text stands on the page. */
    static String anchor(Remark remark) {
        return remark.code().toLowerCase(Locale.ROOT);
    }

    /** The paragraphs between a code's heading and the next one, without marks of Markdown. */
    static List<String> paragraphs(Remark remark) {
        String document = remark.document();
        String page = text(document.substring(document.lastIndexOf('/') + 1, document.indexOf('#')));
        Matcher begin = Pattern.compile("(?m)^#+ <a id=\"" + anchor(remark) + "\"></a>.*$")
                .matcher(page);
        if (!begin.find()) {
            return List.of();
        }
        Matcher end = Pattern.compile("(?m)^#+ ").matcher(page);
        String body = page.substring(begin.end(), end.find(begin.end()) ? end.start() : page.length());
        return Pattern.compile("\n\\s*\n")
                .splitAsStream(body.strip())
                .map(FindingPages::plain)
                .filter(each -> !each.isBlank())
                .toList();
    }

    private static String plain(String markdown) {
        String[] parts = LINK.matcher(markdown).replaceAll("$1").split("`", -1);
        for (int i = 0; i < parts.length; i += 2) {
            parts[i] = EMPHASIS.matcher(parts[i]).replaceAll("$1");
        }
        return String.join("", parts).replaceAll("\\s*\n\\s*", " ");
    }

    private static String text(String name) {
        try (InputStream in = FindingPages.class.getResourceAsStream("docs/" + name)) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
