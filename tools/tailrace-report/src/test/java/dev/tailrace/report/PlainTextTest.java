package dev.tailrace.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void is_eachCharacter_asItIsDocumented() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            boolean plain = c >= ' ' && c <= '~' && "\"&'<=>\\".indexOf(c) < 0;
            assertThat(PlainText.is("a" + (char) c + "b")).as("character %d", c).isEqualTo(plain);
        }
        assertThat(PlainText.is("")).isTrue();
    }

    @Test
    void escape_eachCharacterInHtml_isAsItWasOrReplaced() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            String text = String.valueOf((char) c);
            String expected = switch (c) {
                case '&' -> "&amp;";
                case '<' -> "&lt;";
                case '>' -> "&gt;";
                case '"' -> "&quot;";
                case '\'' -> "&#39;";
                case '\n', '\t' -> text;
                default -> Character.isISOControl(c) ? "\ufffd" : text;
            };
            assertThat(Html.escape(text)).as("character %d", c).isEqualTo(expected);
            assertThat(Html.escape("a" + text + "<")).as("character %d", c).isEqualTo("a" + expected + "&lt;");
        }
    }
}
