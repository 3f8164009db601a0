package dev.weir.jobs.explain;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.jobs.config.Clock;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/**
 * The guarantee of a card in plain sentences, for readers who know nothing of differential privacy. Like the card, it
 * is a function of configuration alone, hence public.
 *
 * <p>The meaning of (epsilon, delta) follows from its definition: for every set of outputs, the probability of the set with the
 * unit's records is at most e<sup>epsilon</sup> times its probability without these records, plus delta. The factor is rounded
 * up.
 */
public final class PlainWords {

    private static final MathContext UP = new MathContext(3, RoundingMode.CEILING);

    /**
     * The largest epsilon whose factor is stated. Above it the factor exceeds 10<sup>8</sup>, which tells a reader
     * nothing.
     */
    private static final double MOST_TOLD = 20;

    private final CardInput input;
    private final PrivacyUnit unit;
    private final UnitWords words;

    PlainWords(CardInput input) {
        this.input = input;
        this.unit = input.plan().unit();
        this.words = UnitWords.of(unit);
    }

    /** Says in one sentence what is hidden, and how well. */
    public String brief() {
        return capital(words.hides()) + " is hidden in noise, at epsilon " + period().epsilonWords() + inDomain() + ": "
                + limit() + ".";
    }

    /** Names the unit and epsilon, for a title. */
    public String title() {
        return "hides " + words.whose() + " at epsilon " + period().epsilonWords() + inDomain();
    }

    /**
     * The guarantee in five sentences: what is hidden, how well, how losses add up over time, what it costs in
     * accuracy, and what it assumes.
     */
    public List<String> sentences() {
        return List.of(hidden(), strength(), overTime(), accuracy(), trust());
    }

    private ComposedPeriods period() {
        return ComposedPeriods.ofDomain(input, 1);
    }

    private String limit() {
        ComposedPeriods loss = period();
        double epsilon = Rounding.up(loss.epsilon());
        if (epsilon > MOST_TOLD) {
            return "which is hardly a limit to what can be concluded";
        }
        return "whatever anybody concludes from the released figures is at most " + factor(epsilon)
                + " times as likely as it would be "
                + words.without()
                + (loss.delta().signum() == 0
                        ? ""
                        : ", plus a probability of " + loss.delta().toPlainString());
    }

    /** e<sup>epsilon</sup>, rounded up to three digits. */
    private static String factor(double epsilon) {
        return new BigDecimal(Math.nextUp(Math.exp(epsilon))).round(UP).toPlainString();
    }

    private static String atDelta(ComposedPeriods loss) {
        return loss.epsilonWords()
                + (loss.delta().signum() == 0 ? "" : " at delta " + loss.delta().toPlainString());
    }

    private String hidden() {
        return "The released figures hide " + words.hides() + ": they would look nearly the same " + words.without()
                + ".";
    }

    private String strength() {
        return capital(limit()) + "; that is what epsilon " + period().epsilonWords() + " means.";
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private String overTime() {
        if (unit.isPeriodic()) {
            int several = UnitWords.told(unit).get(1);
            return "Each " + words.period() + " counts anew: a user who is there in " + several
                    + " of them loses up to epsilon " + atDelta(ComposedPeriods.ofDomain(input, several)) + inDomain()
                    + ".";
        }
        return unit.isForEver()
                ? "This holds for the whole stream, however long it runs" + inDomain() + "."
                : "Whoever stands behind several records is hidden less with each of them" + inDomain() + ".";
    }

    /**
     * The phrase that names the domain, if the domain has a budget of its own. The guarantee is then about all
     * pipelines of the domain.
     */
    private String inDomain() {
        return input.domainBudget() == null
                ? ""
                : " for all pipelines of the domain " + input.plan().domain() + " together";
    }

    private static String accuracy() {
        return "Every figure carries random noise, and what somebody brings beyond the bounds of a query is left out"
                + " before that: whoever is very busy counts for less than they did.";
    }

    private String trust() {
        String written = input.clock().by() == Clock.By.RECORD_TIME
                ? "how many records came and which times they state"
                : "how many records came and when";
        return "It does not hide " + written
                + ", and it holds as long as the input and the job's logs, metrics and state stay closed"
                + (unit.isEvent() ? "." : " and the field for the unit names the person whose record it is.");
    }

    /**
     * Returns the sentences about what a query releases and what its band shows.
     *
     * @param query the name of the query
     */
    public String about(String query) {
        PricedQuery priced = priced(query);
        Query asked = priced.query();
        boolean isBand =
                priced.stepErrors().isPresent() && asked.window().named().isEmpty();
        String all = isBand ? allSteps(asked) : "";
        return capital(asked.keys().words()) + ", each "
                + asked.window().words()
                + ". The shaded band shows noise only: noise stays within it 95 times in a hundred" + all
                + ".";
    }

    private static String allSteps(Query query) {
        String atOnce = ", at all steps of a key at once";
        return query.hasBlocks()
                ? atOnce + " for counts and sums, and at each step by itself for other values"
                : atOnce;
    }

    /**
     * Returns the sentences about the records and amounts that a query leaves out before noise is added, which no band
     * shows.
     *
     * @param query the name of the query
     */
    public String leftOut(String query) {
        return new LeftOutWords(unit, words).about(priced(query));
    }

    private PricedQuery priced(String query) {
        return input.plan().queries().stream()
                .filter(priced -> priced.query().name().equals(query))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no query has the name " + query));
    }
}
