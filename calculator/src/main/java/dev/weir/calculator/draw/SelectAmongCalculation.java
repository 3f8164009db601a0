package dev.weir.calculator.draw;

import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.Exponents;
import dev.weir.accountant.selection.SelectionProbabilities;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The calculation {@code select-among}: the probability that each candidate is drawn. The scores should be invented,
 * because exact scores are private.
 */
public final class SelectAmongCalculation {

    private static final MathContext PRINTED = new MathContext(17);

    private static final Option<Fractions> SCORES = Option.of(
            "scores",
            new Kind<>("decimals or fractions", Fractions::of),
            "up to 200 decimals or fractions with blanks between them");
    private static final Option<Ratio> TEMPERATURE =
            Option.of("temperature", Kind.RATIO, "by a score of 1: a decimal above 0 or a fraction");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "select-among",
                            "The exact probability of each candidate of a selection, and how much worse than the best it is on average.")
                    .with(Draws.MECHANISM, SCORES, TEMPERATURE)
                    .answering("probabilities", "expected_score_loss")
                    .example("--mechanism permute-and-flip --scores \"10 8 3\" --temperature 1"),
            SelectAmongCalculation::answer);

    private SelectAmongCalculation() {}

    private static Answer answer(Arguments arguments) {
        Fractions scores = arguments.get(SCORES);
        Ratio temperature = arguments.get(TEMPERATURE).dividedBy(new Ratio(scores.denominator(), BigInteger.ONE));
        BigInteger best =
                Arrays.stream(scores.numerators()).reduce(BigInteger::max).orElseThrow();
        Exponents exponents = new Exponents(
                scores.numerators().length,
                i -> best.subtract(scores.numerators()[i]).multiply(temperature.numerator()),
                temperature.denominator());
        List<BigDecimal> odds = SelectionProbabilities.of(Draws.draw(arguments), exponents).stream()
                .map(SelectAmongCalculation::known)
                .toList();
        BigDecimal loss = BigDecimal.ZERO;
        for (int i = 0; i < odds.size(); i++) {
            loss = loss.add(odds.get(i).multiply(new BigDecimal(best.subtract(scores.numerators()[i]))));
        }
        return new Answer()
                .with(
                        "probabilities",
                        odds.stream()
                                .map(each -> each.round(PRINTED).toPlainString())
                                .collect(Collectors.joining(" ")))
                .with(
                        "expected_score_loss",
                        loss.divide(new BigDecimal(scores.denominator()), PRINTED)
                                .doubleValue());
    }

    /**
     * Rounds a probability to the decimal places that are known to be correct. A probability below half the last of these places becomes 0,
     * so that no large difference of scores is multiplied by wrong digits.
     */
    private static BigDecimal known(BigDecimal odds) {
        return odds.setScale(SelectionProbabilities.DECIMALS, RoundingMode.HALF_EVEN)
                .stripTrailingZeros();
    }

    /** Numbers with a common denominator. */
    private record Fractions(BigInteger[] numerators, BigInteger denominator) {

        static Fractions of(String text) {
            String[] words = text.split("\\s+", -1);
            BigDecimal[] over = new BigDecimal[words.length];
            BigDecimal[] under = new BigDecimal[words.length];
            try {
                for (int i = 0; i < words.length; i++) {
                    int slash = words[i].indexOf('/');
                    over[i] = decimal(slash < 0 ? words[i] : words[i].substring(0, slash));
                    under[i] = slash < 0 ? BigDecimal.ONE : decimal(words[i].substring(slash + 1));
                }
                return of(over, under);
            } catch (ArithmeticException e) {
                throw new NumberFormatException(e.getMessage());
            }
        }

        private static BigDecimal decimal(String text) {
            BigDecimal value = new BigDecimal(text);
            if (value.precision() > 60 || Math.abs((long) value.scale()) > 60) {
                throw new NumberFormatException("too many digits");
            }
            return value;
        }

        private static Fractions of(BigDecimal[] over, BigDecimal[] under) {
            int decimals = 0;
            for (int i = 0; i < over.length; i++) {
                decimals = Math.max(decimals, Math.max(over[i].scale(), under[i].scale()));
            }
            BigInteger common = BigInteger.ONE;
            for (BigDecimal each : under) {
                BigInteger whole =
                        each.movePointRight(decimals).toBigIntegerExact().abs();
                common = common.multiply(whole).divide(common.gcd(whole));
            }
            BigInteger[] numerators = new BigInteger[over.length];
            for (int i = 0; i < over.length; i++) {
                numerators[i] = over[i].movePointRight(decimals)
                        .toBigIntegerExact()
                        .multiply(common)
                        .divide(under[i].movePointRight(decimals).toBigIntegerExact());
            }
            return new Fractions(numerators, common);
        }
    }
}
