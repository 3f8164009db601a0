package dev.weir.jobs.explain;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.config.Lookup;
import dev.weir.jobs.output.BudgetJson;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.encoding.Spelled;
import dev.weir.operators.encoding.UnitForm;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Window;
import java.util.ArrayList;
import java.util.List;

/** Makes the page of a card: the statements about the whole job, then each query. */
final class CardPage {

    private final CardInput input;
    private final Plan plan;
    private final UnitWords words;
    private final boolean revealsExact;
    private final TitledValues page = new TitledValues(0, 12);

    /** Creates an empty page. */
    CardPage(CardInput input, boolean revealsExact) {
        this.input = input;
        this.plan = input.plan();
        this.words = UnitWords.of(plan.unit());
        this.revealsExact = revealsExact;
    }

    /** Fills the page and returns it. */
    TitledValues section() {
        page.text(input.name() + ", domain " + plan.domain())
                .field("pipeline", input.name())
                .field("domain", plan.domain());
        if (revealsExact) {
            page.text("PRIVATE: exact totals are written beside the noisy ones. Do not publish any of it.");
        }
        page.text("");
        promise();
        budgets();
        losses();
        ClockCard.add(page, input.clock(), plan.timing());
        trust();
        return page.field(
                "queries",
                plan.queries().stream()
                        .map(query -> new QueryPage(query, input.schedule()).section())
                        .toList());
    }

    private void promise() {
        PrivacyUnit unit = plan.unit();
        String form = Spelled.of(plan.unitForm());
        String ids = plan.unitForm() == UnitForm.EXACT ? "" : ", ids in form " + form;
        String neighbours = CardWording.neighbours(unit);
        page.line("Protects", "%s (unit: %s%s)", words.whose(), unit.words(), ids)
                .line("Promise", "hard to tell apart: %s", neighbours)
                .field("unit", unit.words())
                .known("zone", unit.otherZone().map(PinnedZone::id).orElse(null))
                .known(
                        "zone-rules",
                        unit.otherZone().map(PinnedZone::digestText).orElse(null))
                .known("unit-form", unit.isEvent() ? null : form)
                .field("neighbours", neighbours);
    }

    private void budgets() {
        BudgetSplit domain = input.domainBudget();
        page.line("Budget", "%s", CardWording.budget(plan.budget())).field("budget", BudgetJson.fields(plan.budget()));
        if (domain != null) {
            page.line("", "a part of the domain's: %s for all its pipelines", CardWording.budget(domain))
                    .field("domain-budget", BudgetJson.fields(domain));
        }
    }

    private void losses() {
        List<Integer> told = plan.unit().isPeriodic() ? UnitWords.told(plan.unit()) : List.of(1);
        List<PeriodLoss> life =
                told.stream().map(periods -> PeriodLoss.of(plan, periods)).toList();
        PeriodLoss first = life.get(0);
        page.field("period", first.addTo(new TitledValues()))
                .field(
                        "life",
                        life.stream()
                                .map(loss -> loss.addTo(new TitledValues()
                                        .field("periods", loss.sum().periods())))
                                .toList());
        if (life.size() == 1) {
            page.line("Loses", "at most %s in all%s", first.words(), inDomain("in all"));
        } else {
            String in = "in one " + words.period();
            page.line("Loses", "at most %s %s%s;", first.words(), in, inDomain(in))
                    .line(
                            "",
                            "a user who is there in %d of them %s,",
                            told.get(1),
                            life.get(1).words())
                    .line("", "in %d of them %s", told.get(2), life.get(2).words());
            spans();
            windows();
        }
    }

    /** States what a user may lose in a day and a month of UTC, where the periods of the unit are those of another zone and cross their ends. */
    private void spans() {
        PinnedZone zone = plan.unit().otherZone().orElse(null);
        if (zone == null) {
            return;
        }
        page.line("", "periods are the pipeline's, by the rules for %s: who travels stays in them", zone);
        List<TitledValues> met = new ArrayList<>();
        for (CalendarPeriod span : List.of(CalendarPeriod.DAY, CalendarPeriod.MONTH)) {
            int periods = (int) Window.calendar(span, PrivacyUnit.EVENT.zone()).mostPeriods(plan.unit());
            PeriodLoss loss = PeriodLoss.of(plan, periods);
            page.line("", "a %s of UTC meets %d of them, together %s", span.calendar(), periods, loss.words());
            met.add(loss.addTo(new TitledValues()
                    .field("span", span.calendar() + " of UTC")
                    .field("periods", periods)));
        }
        page.field("spans", met);
    }

    /** States what a user may lose who is there in all periods that one window meets, where these are several. */
    private void windows() {
        List<TitledValues> several = new ArrayList<>();
        for (PricedQuery priced : plan.queries()) {
            Window window = priced.query().window();
            long periods = window.sharesNoise() ? 1 : window.mostPeriods(plan.unit());
            if (periods > 1 && periods <= Integer.MAX_VALUE) {
                PeriodLoss loss = PeriodLoss.of(plan, (int) periods);
                String name = priced.query().name();
                page.line("", "in the %d of them that a window of query %s meets %s", periods, name, loss.words());
                several.add(loss.addTo(new TitledValues().field("query", name).field("periods", periods)));
            }
        }
        page.known("windows", several.isEmpty() ? null : several);
    }

    /**
     * What a unit may lose to all pipelines of the domain, in words; empty if the pipeline's own budget is the
     * domain's.
     */
    private String inDomain(String time) {
        return input.domainBudget() == null
                ? ""
                : " here, " + PeriodLoss.words(ComposedPeriods.ofDomain(input, 1)) + " " + time
                        + " to all pipelines of the domain";
    }

    /** Names the tables in which fields are looked up, each with the hash of its file: another content is another query. */
    private void lookups() {
        for (Lookup lookup : input.lookups()) {
            page.line(
                    "Looked up",
                    "%s by %s in a table of %d rows%s, SHA-256 %s",
                    lookup.name(),
                    lookup.from(),
                    lookup.results().size(),
                    lookup.others() == null ? "" : ", all others " + lookup.others(),
                    lookup.sha256());
        }
        List<TitledValues> tables = input.lookups().stream()
                .map(lookup -> new TitledValues()
                        .field("name", lookup.name())
                        .field("from", lookup.from())
                        .field("rows", lookup.results().size())
                        .field("others", lookup.others())
                        .field("sha256", lookup.sha256()))
                .toList();
        page.known("lookups", tables.isEmpty() ? null : tables);
    }

    private void trust() {
        page.sentences("public", "Public", CardWording.isPublic(input));
        page.sentences("trusted", "Trusted", CardWording.isTrusted(input));
        lookups();
        page.known("private", revealsExact ? true : null);
        page.sentences("errors", "Errors", CardWording.errors());
    }
}
