package dev.tailrace.lint.remark;

import dev.tailrace.finding.FindingCode.Severity;

/** What a remark may be about, with what is always said of it. The codes are stable and never reused. */
public interface RemarkCode {
    /**
     * What is always said.
     *
     * @param severity where nothing makes it worse
     * @param title what it is, in few words
     * @param remedy what to do for users who keep their backend; empty: that depends on the case
     * @param withTailrace what happens instead with Tailrace, as the end of a sentence; empty: it does not matter, or depends on the case
     */
    record Text(String code, Severity severity, String title, String remedy, String withTailrace) {}

    /** What is always said of it. */
    Text text();

    /** Such as {@code TR3101}. */
    default String code() {
        return text().code();
    }

    /** How bad it is where nothing makes it worse. */
    default Severity severity() {
        return text().severity();
    }

    /** What it is, in few words. */
    default String title() {
        return text().title();
    }
}
