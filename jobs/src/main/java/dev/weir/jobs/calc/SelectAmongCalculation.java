package dev.weir.jobs.calc;

import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.Exponents;
import dev.weir.accountant.selection.Odds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** How likely each of some candidates is drawn: for made-up scores, as exact ones are private. */
final class SelectAmongCalculation extends Calculation {

    private static final String PERMUTE_AND_FLIP = "permute-and-flip";
    private static final MathContext PRINTED = new MathContext(17);

    SelectAmongCalculation() {
        super(
                "select-among",
                "The exact probability of each candidate of a selection, and how much worse than the best it is on average.",
                Option.of("mechanism", PERMUTE_AND_FLIP + " or exponential"),
                Option.of("scores", "up to 200 decimals or fractions with blanks between them"),
                Option.of("temperature", "by a score of 1: a decimal above 0 or a fraction"));
    }

    @Override
    String example() {
        return "--mechanism permute-and-flip --scores \"10 8 3\" --temperature 1";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("probabilities", "expected_score_loss");
    }

    @Override
    Answer answer(Arguments arguments) {
        String mechanism = arguments.choice("mechanism", List.of(PERMUTE_AND_FLIP, "exponential"));
        Fractions scores = Fractions.of(arguments.text("scores"));
        Ratio temperature =
                BlockNoise.ratio("temperature", arguments).dividedBy(new Ratio(scores.denominator(), BigInteger.ONE));
        BigInteger best =
                Arrays.stream(scores.numerators()).reduce(BigInteger::max).orElseThrow();
        Exponents exponents = new Exponents(
                scores.numerators().length,
                i -> best.subtract(scores.numerators()[i]).multiply(temperature.numerator()),
                temperature.denominator());
        Draw draw = mechanism.equals(PERMUTE_AND_FLIP) ? Draw.PERMUTE_AND_FLIP : Draw.EXPONENTIAL;
        List<BigDecimal> odds = Odds.of(draw, exponents).stream()
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
     * Odds to the digits that are known. Smaller odds become 0, so that a large score would not be weighed with wrong
     * digits.
     */
    private static BigDecimal known(BigDecimal odds) {
        return odds.setScale(Odds.DECIMALS, RoundingMode.HALF_EVEN).stripTrailingZeros();
    }

    /** Numbers over one denominator. */
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
            } catch (ArithmeticException | NumberFormatException e) {
                throw new InvalidOption("scores", "must be decimals or fractions, were " + text);
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
