package dev.weir.operators.ledger;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.StartRequest;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PriceStep;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.state.restore.Fingerprint;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The place of a pipeline's ledger, and the name and budget that the pipeline writes into this ledger.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit are replaced by empty slots. The gate bounds the
 * loss of a unit to this pipeline, in each of the unit's periods, by the plan's budget, in the budget's currency. That
 * budget is therefore the pipeline's share of the domain's budget. The share has no &delta; of
 * its own: the &delta; of an approximate budget is spent when the budget is converted to the currency of the noise. The
 * &delta; for keys that nobody declared is taken out before, and claimed and declared apart ({@link dev.weir.accountant.selection.keys.LoneKey}).
 *
 * @param place opens the ledger
 * @param pipeline the name of the pipeline, unique within the domain; it must never change
 * @param budget the most that one unit may lose to all pipelines of the domain, and the part of its &delta; that pays for keys; null if this
 *     pipeline is the only one
 * @param topic the name of the place where releases become visible; empty if the place has no name
 * @param handed what the process that submits the job has read of the ledger; null if nothing
 */
public record LedgerAccess(
        Ledger.Factory place,
        String pipeline,
        @Nullable BudgetSplit budget,
        String topic,
        LedgerReadings.@Nullable HandedOn handed)
        implements Serializable {

    /**
     * Creates the access of a pipeline for a process that reads the ledger itself.
     *
     * @param place opens the ledger
     * @param pipeline the name of the pipeline, unique within the domain; it must never change
     * @param budget the most that one unit may lose to all pipelines of the domain; null if this pipeline is the only one
     * @param topic the name of the place where releases become visible; empty if the place has no name
     */
    public LedgerAccess(Ledger.Factory place, String pipeline, @Nullable BudgetSplit budget, String topic) {
        this(place, pipeline, budget, topic, null);
    }

    /**
     * Creates the access of a pipeline whose releases become visible at a place without a name, in a domain whose keys are declared.
     *
     * @param place opens the ledger
     * @param pipeline the name of the pipeline, unique within the domain; it must never change
     * @param budget the most that one unit may lose to all pipelines of the domain; null if this pipeline is the only
     * one
     */
    public LedgerAccess(Ledger.Factory place, String pipeline, @Nullable Budget budget) {
        this(place, pipeline, budget == null ? null : BudgetSplit.ofNoise(budget), "");
    }

    /**
     * The access of the only pipeline of a domain, whose budget is the domain's.
     *
     * @param place opens the ledger
     * @param pipeline the name of the pipeline
     */
    public static LedgerAccess ofOnly(Ledger.Factory place, String pipeline) {
        return new LedgerAccess(place, pipeline, null, "");
    }

    /**
     * The access of a pipeline without a ledger. A job that is started twice, or from old state, is then not refused.
     * Each such start spends every unit's budget once more and publishes a second value for the same release.
     *
     * @param pipeline the name of the pipeline; it must never change
     */
    public static LedgerAccess none(String pipeline) {
        return new LedgerAccess(NoLedger.Place.NOWHERE, pipeline, null, "");
    }

    /**
     * Returns the access for a job, which goes on from what this process has read of the ledger.
     *
     * @param read what was read; empty if the job must read everything itself
     */
    public LedgerAccess handing(Optional<LedgerReadings.HandedOn> read) {
        return new LedgerAccess(place, pipeline, budget, topic, read.orElse(null));
    }

    /** A ledger without records, for a place where no ledger exists yet. */
    public static Ledger empty() {
        return NoLedger.Place.NOWHERE.open("", "");
    }

    /**
     * Whether the ledger stores records, so that a job's state can be compared with it. The ledger of {@link #none}
     * stores none.
     */
    public boolean remembers() {
        return place != NoLedger.Place.NOWHERE;
    }

    /**
     * Opens the ledger.
     *
     * @param plan the plan, whose domain's ledger is opened
     * @throws IOException if the ledger cannot be reached
     */
    public Ledger open(Plan plan) throws IOException {
        return place.open(plan.domain(), pipeline);
    }

    /**
     * Opens the ledger for reading, where possible without creating it.
     *
     * @param plan the plan, whose domain's ledger is opened
     * @throws IOException if the ledger cannot be reached
     */
    public Ledger look(Plan plan) throws IOException {
        return place.look(plan.domain(), pipeline);
    }

    /**
     * The request with which a run asks the ledger to let it start.
     *
     * @param plan the plan with the prices of all periods
     * @param run the name of the run
     * @param from the number of the first period of the privacy unit that the run's releases can be about: {@link
     * #firstPeriod}, or an earlier one
     */
    public StartRequest request(Plan plan, String run, long from) {
        List<QueryTerms> terms = IntStream.range(0, plan.queries().size())
                .mapToObj(query -> terms(plan, query))
                .toList();
        List<ShareStep> steps = plan.steps().stream().map(PriceStep::share).toList();
        Claim claim = new Claim(from, plan.noise(), Delta.ZERO, terms, topic, steps, plan.keys(), zones(plan));
        return new StartRequest(pipeline, run, declaration(plan), claim)
                .formerly(plan.unitName().former(), plan.unitName().formerTimes());
    }

    /** The zones of the windows of all queries that have one, by {@link Query#zones}. UTC never changes, and is left out. */
    private static Map<String, PinnedZone> zones(Plan plan) {
        Map<String, PinnedZone> zones = new HashMap<>();
        for (PricedQuery priced : plan.queries()) {
            priced.query().zones().forEach((place, zone) -> {
                if (!zone.isUtc()) {
                    zones.put(place, zone);
                }
            });
        }
        return zones;
    }

    /**
     * The declaration of the domain's privacy unit and budget, as this pipeline states them. The amount for noise is converted without the
     * &delta; for keys, so all pipelines of a domain convert alike, or differ from what is declared and do not start.
     *
     * @param plan the plan
     */
    public Declaration declaration(Plan plan) {
        Amount noise = budget == null ? plan.noise() : QueryPrice.afford(budget.noise());
        return new Declaration(
                plan.unit(),
                noise,
                Delta.ZERO,
                plan.unitName().declared(plan.unit().isPeriodic()),
                budget == null ? plan.keys() : budget.keys());
    }

    private static QueryTerms terms(Plan plan, int number) {
        PricedQuery query = plan.queries().get(number);
        KeyAccountTerms account = query.query().keyAccount();
        Currency currency = query.price().share().currency();
        Amount limit = account == null ? new Amount(currency, Long.MAX_VALUE) : account.limit();
        long period = account == null ? Long.MAX_VALUE : account.periods().code();
        return new QueryTerms(query.query().name(), limit, period, Fingerprint.meaning(plan, number));
    }

    /**
     * The number of the first period of the privacy unit that the releases of a schedule can be about. This is the
     * period that contains the start of the earliest window; 0 for units without periods.
     *
     * @param plan the queries and the privacy unit
     * @param schedule the schedule of the releases
     */
    public static long firstPeriod(Plan plan, Schedule schedule) {
        return plan.windows().stream()
                .mapToLong(window -> plan.unit().period(window.earliestStart(schedule.from())))
                .min()
                .orElseThrow();
    }
}
