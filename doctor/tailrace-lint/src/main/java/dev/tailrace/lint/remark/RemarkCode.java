package dev.tailrace.lint.remark;

import dev.tailrace.finding.FindingCode.Severity;

/** The code of a remark, and its texts. The codes are stable and never reused. */
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

    /** Its texts. */
    Text text();

    /** Such as {@code TR3101}. */
    default String code() {
        return text().code();
    }

    /** How bad it is where nothing makes it worse. */
    default Severity severity() {
        return text().severity();
    }

    /** Its title. */
    default String title() {
        return text().title();
    }
}
