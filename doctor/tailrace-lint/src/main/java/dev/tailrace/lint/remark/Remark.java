package dev.tailrace.lint.remark;

import dev.tailrace.finding.Finding;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One result, as it is written to JSON. docs/reference/lint.md describes the fields.
 *
 * @param severity {@code error}, {@code warning} or {@code info}
 * @param consumer the appender or logger, if it concerns one
 * @param line counted from 1; 0: the file as a whole
 * @param withTailrace what happens with Tailrace; null: the cause says it
 * @param places all places with this cause, in the order of their lines; null: there is no other
 */
public record Remark(
        String code,
        String severity,
        String title,
        String cause,
        @Nullable String consumer,
        @Nullable String file,
        int line,
        List<String> evidence,
        String remedy,
        @Nullable String withTailrace,
        @Nullable List<Place> places) {

    /**
     * One of several places with the same cause.
     *
     * @param line counted from 1; 0: the file as a whole
     * @param consumer the appender or logger there, if it concerns one
     * @param cause what is wrong there; null: as the remark says
     */
    public record Place(
            int line, @Nullable String consumer, @Nullable String cause) {}

    public Remark {
        evidence = List.copyOf(evidence);
        places = places == null ? null : List.copyOf(places);
    }

    /** From what was found while a configuration was read; where that names no file, of another one. */
    public static Remark of(Finding finding, String otherwise) {
        return new Remark(
                finding.code().code(),
                finding.severity().name().toLowerCase(Locale.ROOT),
                finding.code().title(),
                finding.cause(),
                finding.consumer(),
                finding.file() == null ? otherwise : finding.file(),
                finding.line(),
                finding.evidence(),
                finding.remedy(),
                null,
                null);
    }

    /** A remark with the texts of its code. */
    public static Remark of(
            RemarkCode about, String cause, @Nullable String consumer, @Nullable String file, int line) {
        RemarkCode.Text text = about.text();
        return new Remark(
                text.code(),
                text.severity().name().toLowerCase(Locale.ROOT),
                text.title(),
                cause,
                consumer,
                file,
                line,
                List.of(),
                text.remedy(),
                text.withTailrace().isEmpty() ? null : text.withTailrace(),
                null);
    }

    /** This remark with more evidence. */
    public Remark evidence(String... more) {
        return new Remark(
                code, severity, title, cause, consumer, file, line, List.of(more), remedy, withTailrace, places);
    }

    /** This remark with another cause. */
    public Remark because(String other) {
        return new Remark(code, severity, title, other, consumer, file, line, evidence, remedy, withTailrace, places);
    }

    /** This remark with another remedy. */
    public Remark instead(String other) {
        return new Remark(code, severity, title, cause, consumer, file, line, evidence, other, withTailrace, places);
    }

    /** Without what happens with Tailrace, for an application that has it. */
    public Remark withoutComparison() {
        return new Remark(code, severity, title, cause, consumer, file, line, evidence, remedy, null, places);
    }

    /** This remark with all places that have its cause. */
    public Remark places(List<Place> all) {
        return new Remark(code, severity, title, cause, consumer, file, line, evidence, remedy, withTailrace, all);
    }

    /** Its lines, each once; empty: the file as a whole. */
    public List<Integer> lines() {
        return (places == null ? Stream.of(line) : places.stream().map(Place::line))
                .filter(each -> each > 0)
                .distinct()
                .toList();
    }

    /** This remark in another file. */
    public Remark in(String otherFile) {
        return at(otherFile, line);
    }

    /** This remark at another place. */
    public Remark at(String otherFile, int otherLine) {
        return new Remark(
                code, severity, title, cause, consumer, otherFile, otherLine, evidence, remedy, withTailrace, places);
    }

    /** This remark with another severity. */
    public Remark severity(String other) {
        return new Remark(code, other, title, cause, consumer, file, line, evidence, remedy, withTailrace, places);
    }

    /** Infos are shown, but nothing has to be done about them. */
    public boolean counts() {
        return !severity.equals("info");
    }

    /** Advice that holds for many configurations and names no defect. An error or a warning is never general. */
    public boolean isGeneral() {
        return !counts() && LintCode.isGeneral(code);
    }

    /** The page and anchor that says more. */
    public String document() {
        String page = code.startsWith("TR5")
                ? "lint.md"
                : code.compareTo("TR3149") >= 0 && code.compareTo("TR3168") < 0
                        ? "recording.md"
                        : code.startsWith("TR31") ? "doctor.md" : "findings.md";
        return "docs/reference/" + page + "#" + code.toLowerCase(Locale.ROOT);
    }
}
