package dev.weir.jobs.sample;

import dev.weir.operators.query.PricedQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Searches for terms that reduce the error of a query's values, as measured by {@link QueryMeasure}. The search goes term by
 * term, and evaluates each choice together with the better choices found so far. A choice is recommended only if it is also
 * better alone and the printed figures show this, so that a user who adopts only some recommendations gains as well.
 */
final class BetterTerms {

    /** The smallest relative reduction of the error that a choice must bring; a smaller one may be chance. */
    private static final double WORTH = 0.02;

    private final QueryMeasure measure;
    private final PricedQuery configured;
    private final double off;
    private final Map<Term, Recommendation> found = new HashMap<>();
    private PricedQuery best;
    private double least;

    BetterTerms(QueryMeasure measure, PricedQuery configured, List<Term> terms) {
        this.measure = measure;
        this.configured = configured;
        this.off = measure.off();
        this.best = configured;
        this.least = off;
        terms.forEach(this::seek);
    }

    private void seek(Term term) {
        Change choice = null;
        PricedQuery chosen = best;
        double reached = least * (1 - WORTH);
        for (Change change : term.choices()) {
            Optional<PricedQuery> candidate = change.of(best);
            double with = candidate.map(measure::off).orElse(Double.POSITIVE_INFINITY);
            if (with < reached) {
                reached = with;
                choice = change;
                chosen = candidate.orElseThrow();
            }
        }
        if (choice != null) {
            accept(term, choice, chosen, reached);
        }
    }

    private void accept(Term term, Change choice, PricedQuery chosen, double reached) {
        Optional<PricedQuery> alone = choice.of(configured);
        double offAlone = alone.map(measure::off).orElse(Double.POSITIVE_INFINITY);
        if (offAlone < off * (1 - WORTH) && Percent.differ(offAlone, off)) {
            found.put(term, new Recommendation(term, choice, alone.orElseThrow(), offAlone));
            best = chosen;
            least = reached;
        }
    }

    /** Returns the recommended choice of a term; no value if no choice of this term is recommended. */
    Optional<Recommendation> of(Term term) {
        return Optional.ofNullable(found.get(term));
    }

    List<Recommendation> all() {
        return new ArrayList<>(found.values());
    }

    /** The average error of the values with the pipeline's terms, relative to the size of the values. */
    double off() {
        return off;
    }

    /** The average error of the values with all recommended choices together, relative to the size of the values. */
    double least() {
        return least;
    }
}
