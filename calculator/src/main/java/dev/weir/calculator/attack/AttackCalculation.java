package dev.weir.calculator.attack;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.util.stream.Stream;

/** The calculation {@code attacks}: how often an attack guesses a secret bit. */
public final class AttackCalculation {

    private static final Option<Attack> ATTACK = Option.of("attack", Attack.KIND, "");
    private static final Option<AttackTarget> AGAINST = Option.of("against", AttackTarget.KIND, "");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "attacks",
                            "How often an attack guesses a fair secret bit of somebody, and the most that any attack can where there is a"
                                    + " guarantee.")
                    .with(Stream.concat(Stream.of(ATTACK, AGAINST), Setting.ALL.stream())
                            .toArray(Option<?>[]::new))
                    .answering(Success.RATE, Success.BOUND)
                    .example("--attack averaging --against \"fresh noise\" --epsilon 0.1 --times 100"),
            AttackCalculation::answer);

    private AttackCalculation() {}

    private static Answer answer(Arguments arguments) {
        Attack attack = arguments.get(ATTACK);
        AttackTarget target = arguments.get(AGAINST);
        return target.success(attack, new Setting(arguments)).answer();
    }
}
