package dev.tailrace.config.spring;

import dev.tailrace.config.xml.ExpressionText;
import dev.tailrace.config.xml.ExpressionText.ProblemException;
import java.util.Set;

/**
 * Evaluates an expression of Spring's profiles: names, {@code !}, brackets, and {@code &} or {@code |}, of which only one may stand in a
 * bracket. Bounded in depth. Not thread-safe.
 */
final class ProfileExpression {
    private static final String OPERATORS = "()&|!";

    private final ExpressionText text;
    private final Set<String> active;

    private ProfileExpression(String text, Set<String> active) throws ProblemException {
        this.text = new ExpressionText(text);
        this.active = active;
    }

    /** Whether the expression is true when these profiles are active. */
    static boolean holds(String text, Set<String> active) throws ProblemException {
        ProfileExpression expression = new ProfileExpression(text, active);
        boolean holds = expression.all();
        if (expression.text.peek() != '\0') {
            throw expression.text.problem("an operator or the end was expected");
        }
        return holds;
    }

    private boolean all() throws ProblemException {
        text.enter();
        boolean holds = one();
        String operator = text.isNext("&") ? "&" : "|";
        while (text.take(operator)) {
            boolean next = one();
            holds = operator.equals("&") ? holds && next : holds || next;
        }
        if (text.isNext("&") || text.isNext("|")) {
            throw text.problem("& and | beside each other need brackets");
        }
        text.leave();
        return holds;
    }

    private boolean one() throws ProblemException {
        if (text.take("!")) {
            text.enter();
            boolean holds = one();
            text.leave();
            return !holds;
        }
        if (text.take("(")) {
            boolean holds = all();
            text.expect(")");
            return holds;
        }
        return active.contains(text.until(OPERATORS, "the name of a profile"));
    }
}
