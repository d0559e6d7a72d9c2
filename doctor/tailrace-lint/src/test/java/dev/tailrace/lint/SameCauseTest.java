package dev.tailrace.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.Remark;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One remark for each cause and file, with all its places. */
class SameCauseTest {
    private static Remark remark(String code, String severity, String cause, @Nullable String consumer, int line) {
        return new Remark(code, severity, "Title", cause, consumer, "a.xml", line, List.of(), "Do it.", null, null);
    }

    private static Remark undefined(String name, int line) {
        return remark("TR1020", "warning", "The variable \"" + name + "\" is not defined; it stays.", null, line);
    }

    @Test
    void of_variableInSeveralLines_isOne() {
        List<Remark> all = SameCause.of(List.of(undefined("DIR", 4), undefined("NAME", 4), undefined("DIR", 9)));

        assertThat(all).extracting(Remark::lines).containsExactly(List.of(4, 9), List.of(4));
        assertThat(all.get(1).places()).isNull();
    }

    @Test
    void of_filePatternWithTheVariable_isAPlaceOfIt() {
        Remark pattern = remark("TR1020", "warning", "filePattern \"${DIR}/a-%i\" has a variable.", "FILE", 7);

        assertThat(SameCause.of(List.of(pattern, undefined("DIR", 4))))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.line()).isEqualTo(4);
                    assertThat(each.lines()).containsExactly(4, 7);
                });
    }

    @Test
    void of_lookupThatIsNotSupported_isTheCauseOfItsVariables() {
        Remark lookup = remark(
                "TR1027", "warning", "The lookup \"k8s\" of \"${k8s:pod}\" is not supported; it counts.", null, 3);

        assertThat(SameCause.of(List.of(lookup, undefined("k8s:pod", 3), undefined("pod", 5))))
                .extracting(Remark::code)
                .containsExactly("TR1027", "TR1020");
    }

    @Test
    void of_levelThatAVariableStandsFor_isEvidenceOfIt() {
        Remark level =
                remark("TR1030", "warning", "There is no level \"LEVEL_IS_UNDEFINED\"; DEBUG is used.", "ROOT", 9);
        Remark other = remark("TR1030", "warning", "There is no level \"LOUD\"; DEBUG is used.", "ROOT", 9);

        List<Remark> all = SameCause.of(List.of(undefined("LEVEL", 9), level, other));

        assertThat(all).extracting(Remark::code).containsExactly("TR1020", "TR1030");
        assertThat(all.get(0).evidence()).singleElement().asString().contains("line 9, TR1030", "DEBUG is used");
    }

    @Test
    void of_errorWithTheVariable_staysOne() {
        Remark error = remark("TR1040", "error", "There is no appender \"${A}\"; it is ignored.", "ROOT", 9);

        assertThat(SameCause.of(List.of(undefined("A", 9), error)))
                .extracting(Remark::severity)
                .containsExactly("warning", "error");
    }

    @Test
    void of_classInSeveralAppenders_isOneWithAllOfThem() {
        List<Remark> all = SameCause.of(List.of(
                remark("TR1004", "warning", "<Kafka> is not supported here; the appender \"A\" is empty.", "A", 2),
                remark("TR1004", "warning", "<Kafka> is not supported here; the appender \"B\" is empty.", "B", 3),
                remark("TR1004", "warning", "<Smtp> is not supported here; the appender \"C\" is empty.", "C", 4)));

        assertThat(all).hasSize(2);
        assertThat(all.get(0).places())
                .containsExactly(
                        new Remark.Place(2, "A", null),
                        new Remark.Place(3, "B", "<Kafka> is not supported here; the appender \"B\" is empty."));
    }

    @Test
    void of_adviceForSeveralAppenders_isOne() {
        assertThat(SameCause.of(List.of(
                        remark("TR5002", "warning", "Files of \"A\" stay.", "A", 2),
                        remark("TR5002", "warning", "Files of \"B\" stay, and more.", "B", 8))))
                .singleElement()
                .extracting(Remark::lines)
                .isEqualTo(List.of(2, 8));
    }

    @Test
    void of_otherRemedyFileOrSeverity_staysApart() {
        Remark remark = remark("TR5002", "warning", "Files of \"A\" stay.", "A", 2);

        assertThat(SameCause.of(List.of(remark, remark.in("b.xml"), remark.severity("info"), remark.instead("Else."))))
                .hasSize(4);
    }

    @Test
    void of_semicolonInAName_isNoEndOfWhatItIsAbout() {
        assertThat(SameCause.of(List.of(undefined("a; b", 1), undefined("a; c", 1))))
                .hasSize(2);
    }

    @Test
    void withoutGeneral_hidesInfosOnly() {
        assertThat(LintCode.values())
                .filteredOn(each -> LintCode.isGeneral(each.code()))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.severity().name()).isEqualTo("INFO"));
        Remark info = Remark.of(LintCode.FLUSH_PER_EVENT, "Cause.", "A", "a.xml", 1);
        Lint.Result result =
                new Lint.Result("a.xml", true, List.of(info, info.severity("warning"), info.severity("error")));

        assertThat(result.withoutGeneral().remarks())
                .extracting(Remark::severity)
                .containsExactly("warning", "error");
    }
}
