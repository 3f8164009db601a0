package dev.weir.jobs.explain;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Clock;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.grid.GridRule;
import dev.weir.operators.encoding.Spelled;
import dev.weir.operators.encoding.UnitForm;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Durations;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes a card as a page of text. */
final class CardText {

    private static final MathContext SHORT = new MathContext(6);

    private final CardInput input;
    private final boolean revealsExact;
    private final StringBuilder text = new StringBuilder();

    CardText(CardInput input, boolean revealsExact) {
        this.input = input;
        this.revealsExact = revealsExact;
    }

    String write() {
        Plan plan = input.plan();
        heading(plan.domain());
        promise(plan);
        line("Budget      %s", budget(plan.budget()));
        if (input.domainBudget() != null) {
            line("            a part of the domain's: %s for all its pipelines", budget(input.domainBudget()));
        }
        losses(plan);
        line("Clock       %s", clock());
        list("Public      ", CardWording.isPublic(input));
        list("Trusted     ", CardWording.isTrusted(input));
        list("Errors      ", CardWording.errors());
        plan.queries().forEach(this::query);
        return text.toString();
    }

    private static String form(Plan plan) {
        return plan.unitForm() == UnitForm.EXACT ? "" : ", ids in form " + Spelled.of(plan.unitForm());
    }

    private void heading(String domain) {
        line("%s, domain %s", input.name(), domain);
        if (revealsExact) {
            line("PRIVATE: exact totals are written beside the noisy ones. Do not publish any of it.");
        }
        line("");
    }

    private void promise(Plan plan) {
        PrivacyUnit unit = plan.unit();
        line("Protects    %s (unit: %s%s)", CardWording.whose(unit), Spelled.of(unit), form(plan));
        line("Promise     hard to tell apart: %s", CardWording.neighbours(unit));
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private void list(String title, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            line("%s%s", i == 0 ? title : " ".repeat(title.length()), lines.get(i));
        }
    }

    private static String number(double value) {
        return plain(new BigDecimal(value));
    }

    private static String plain(BigDecimal value) {
        return value.round(SHORT).stripTrailingZeros().toPlainString();
    }

    private static String scientific(BigDecimal value) {
        return value.signum() == 0 ? "0" : CardWording.spent(value).toString();
    }

    private static String budget(Budget budget) {
        if (budget instanceof Budget.Pure pure) {
            return "epsilon " + pure.epsilon() + ", pure";
        }
        String delta = scientific(budget.delta().value());
        return budget instanceof Budget.Approximate approximate
                ? "epsilon " + approximate.epsilon() + ", delta " + delta
                : "rho " + ((Budget.Concentrated) budget).rho() + ", reported at delta " + delta;
    }

    private void losses(Plan plan) {
        PrivacyUnit unit = plan.unit();
        if (!unit.isPeriodic()) {
            line("Loses       at most %s in all%s", loss(plan, 1), inDomain("in all"));
            return;
        }
        String period = unit == PrivacyUnit.USER_PER_DAY ? "day" : "hour";
        line("Loses       at most %s in one %s%s;", loss(plan, 1), period, inDomain("in one " + period));
        line("            a user who is there in 30 of them %s,", loss(plan, 30));
        line("            in 365 of them %s", loss(plan, 365));
    }

    /** What a unit may lose to all pipelines of the domain, where that is more. */
    private String inDomain(String time) {
        return input.domainBudget() == null
                ? ""
                : " here, " + loss(ComposedPeriods.ofDomain(input, 1)) + " " + time + " to all pipelines of the domain";
    }

    private static String loss(Plan plan, int periods) {
        String better = ComposedPeriods.atDelta(plan, periods)
                .map(loss -> ", or " + loss(loss))
                .orElse("");
        return loss(ComposedPeriods.of(plan, periods)) + better;
    }

    private static String loss(ComposedPeriods loss) {
        String epsilon = "epsilon " + loss.epsilonWords();
        return loss.delta().signum() == 0 ? epsilon : epsilon + " at delta " + scientific(loss.delta());
    }

    private String clock() {
        Clock clock = input.clock();
        String from = clock.start() == null ? "" : ", from " + clock.start();
        String until = clock.until() == null ? "" : ", until " + clock.until();
        return Spelled.of(clock.by())
                + ", delay " + Durations.text(input.plan().timing().delayMillis())
                + ", max-skew " + Durations.text(input.plan().timing().maxSkewMillis())
                + (clock.idle().isZero() ? "" : ", idle " + Durations.text(clock.idle()))
                + (clock.hold().isZero() ? "" : ", hold " + Durations.text(clock.hold()))
                + from
                + until;
    }

    private void query(PricedQuery priced) {
        Query query = priced.query();
        line("");
        String each = query.keys().words() + ", each " + query.window().words();
        line("Query %s, version %d: %s", query.name(), query.version(), each);
        line("  bounds        %s", bounds(query));
        price(priced);
        keyAccount(priced);
        accuracies(priced.accuracies());
        rounding(query);
        priced.stepErrors()
                .ifPresentOrElse(
                        errors -> SeriesText.lines(priced, errors, input.schedule())
                                .forEach(line -> line("%s", line)),
                        () -> nonNegative(query));
    }

    /**
     * Writes by how much rounding moves values. Intervals are computed from the noise: the exact mean of unrounded
     * values may be outside of them by as much as rounding moves it.
     */
    private void rounding(Query query) {
        for (Aggregate aggregate : query.aggregates()) {
            for (BigDecimal grid : new TreeSet<>(aggregate.grids())) {
                line(
                        "  rounded       %s: values to multiples of %s, which moves each by at most %s, and a mean by as much; stddev"
                                + " and intervals are of noise alone",
                        String.join(", ", aggregate.names()), plain(grid), plain(GridRule.mostMoved(grid)));
            }
        }
    }

    private void nonNegative(Query query) {
        for (Aggregate aggregate : query.aggregates()) {
            if (aggregate.postProcessing().isNonNegative()) {
                String processing = CardWording.postProcessing(aggregate.postProcessing());
                line(
                        "  released      %s: %s; stddev is that before",
                        aggregate.names().get(0), processing);
            }
        }
    }

    private void accuracies(List<Accuracy> accuracies) {
        line("  %-16s %14s %14s %14s %14s", "value", "sensitivity", "scale", "stddev", "95 % within");
        for (Accuracy accuracy : accuracies) {
            line(
                    "  %-16s %14s %14s %14s %14s",
                    accuracy.name(),
                    plain(accuracy.sensitivity()),
                    number(accuracy.scale()),
                    number(accuracy.stddev()),
                    number(accuracy.error95()));
            accuracy.more().forEach((name, value) -> line("    %s: %s", name, words(value)));
        }
    }

    /** Numbers in short form, and fields one after the other. */
    private static String words(Object value) {
        if (value instanceof Map<?, ?> fields) {
            return fields.entrySet().stream()
                    .map(field -> field.getKey() + " " + words(field.getValue()))
                    .collect(Collectors.joining(", "));
        }
        return value instanceof Double number ? number(number) : String.valueOf(value);
    }

    /** The bounds one after the other. */
    static String bounds(Query query) {
        Bounds bounds = query.bounds();
        List<String> words = new ArrayList<>();
        bound(words, bounds.keysPerWindow(), "keys per window");
        bound(words, bounds.recordsPerCell(), "records per cell");
        bound(words, bounds.cellsPerPeriod(), "cells per period");
        bound(words, bounds.windowsPerPeriod(), "windows per period");
        seriesBounds(words, bounds.series(), query.window().isReset());
        return words.isEmpty() ? "none but the account of each unit" : String.join(", ", words);
    }

    /** A key of a total that has started again is another one for the bound. */
    private static void seriesBounds(List<String> words, Bounds.Series series, boolean isReset) {
        String overResets = isReset ? " (over all resets of a period: a key counts again after each)" : "";
        bound(words, series.keysPerPeriod(), "keys per period" + overResets);
        bound(words, series.recordsPerKey(), "records per key");
        bound(words, series.participations(), "participations");
        if (series.separation() > 0) {
            words.add(series.separation() + " steps apart");
        }
    }

    private static void bound(List<String> words, int bound, String name) {
        if (bound != Bounds.UNBOUNDED) {
            words.add(bound + " " + name);
        }
    }

    private void price(PricedQuery priced) {
        Amount share = priced.price().share();
        String currency = share.currency().words();
        String of = ComposedPeriods.rounded(share.value());
        line("  mechanism     %s", priced.mechanism());
        line(
                "  price         %s %s a full-size record, of %s",
                currency, ComposedPeriods.rounded(priced.recordPrice()), of);
        line("  affords       %d full-size records %s", priced.affords(), priced.affordsWords());
    }

    private void keyAccount(PricedQuery priced) {
        KeyAccountTerms terms = priced.query().keyAccount();
        if (terms != null) {
            line(
                    "  key account   %s of %s every %s: %d %s of one key at %s each",
                    terms.limit().currency().words(),
                    plain(terms.limit().value()),
                    Durations.text(terms.periodMillis()),
                    terms.limit().femto() / Math.max(1, priced.releaseCost().femto()),
                    priced.keyCharge().words(),
                    ComposedPeriods.rounded(priced.releaseCost().value()));
        }
    }
}
