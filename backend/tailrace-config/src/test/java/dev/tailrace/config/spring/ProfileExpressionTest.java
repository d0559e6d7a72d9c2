package dev.tailrace.config.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.config.xml.ExpressionText;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ProfileExpressionTest {
    @ParameterizedTest
    @CsvSource({
        "prod, true",
        "dev, false",
        "' prod ', true",
        "!prod, false",
        "!dev, true",
        "!!prod, true",
        "prod | dev, true",
        "dev|test, false",
        "prod & eu-west, true",
        "prod&dev, false",
        "prod & !dev, true",
        "prod & !(dev | test), true",
        "(prod & dev) | eu-west, true",
        "!(prod & eu-west), false",
        "dev | test | prod, true",
        "prod & eu-west & dev, false",
        "((prod)), true",
        "PROD, false"
    })
    void holds_expression_isSprings(String expression, boolean expected) throws Exception {
        assertThat(ProfileExpression.holds(expression, Set.of("prod", "eu-west")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a | b & c", "a & b | c", "(a", "a)", "a &", "| a", "!", "()", "a (b)"})
    void holds_malformed_isTold(String expression) {
        assertThatThrownBy(() -> ProfileExpression.holds(expression, Set.of()))
                .isInstanceOf(ExpressionText.ProblemException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "!"})
    void holds_nestedDeeply_isTold(String open) {
        assertThatThrownBy(() -> ProfileExpression.holds(open.repeat(5_000) + "a", Set.of()))
                .hasMessageContaining("nested deeper");
    }
}
