package dev.weir.jobs.kind.votes;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.vote.VotePrices;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.explain.ClockCard;
import dev.weir.jobs.output.BudgetJson;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.encoding.Spelled;
import dev.weir.operators.time.Durations;
import dev.weir.operators.vote.VoteTerms;
import java.math.BigDecimal;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes the page of the card of a pipeline of kind {@code votes}. */
final class VotesPage {

    private final Pipeline pipeline;
    private final AskedVotes asked;
    private final VoteTerms terms;
    private final VotePrices prices;
    private final TitledValues page = new TitledValues(0, 12);

    /** Creates an empty page. */
    VotesPage(Pipeline pipeline, AskedVotes asked) {
        this.pipeline = pipeline;
        this.asked = asked;
        this.terms = asked.terms();
        this.prices = terms.account().prices();
    }

    /** Fills the page and returns it. */
    TitledValues section() {
        String domain = pipeline.plan().domain();
        page.text(pipeline.name() + ", domain " + domain)
                .text("")
                .field("pipeline", pipeline.name())
                .field("kind", AskedVotes.WORD)
                .field("domain", domain);
        promise();
        budget();
        votes();
        price();
        errors();
        ClockCard.add(page, pipeline.clock(), pipeline.plan().timing());
        page.sentences("public", "Public", VotesWording.isPublic(pipeline));
        page.sentences("trusted", "Trusted", VotesWording.isTrusted(pipeline));
        page.sentences("not-published", "Never said", VotesWording.NOT_SAID);
        return page;
    }

    private void promise() {
        page.line("Protects", "all labels of one teacher, for ever (unit: teacher), and so its whole shard")
                .line("Promise", "hard to tell apart: %s", VotesWording.NEIGHBOURS)
                .field("unit", "teacher")
                .field("unit-form", Spelled.of(pipeline.plan().unitForm()))
                .field("neighbours", VotesWording.NEIGHBOURS);
    }

    private void budget() {
        Amount rho = terms.account().budget();
        double mu = Math.sqrt(2 * rho.value().doubleValue());
        page.line("Budget", "%s", words(BudgetJson.fields(terms.budget())))
                .line("", "for ever; half mu squared %s, mu at most %s", VotesWording.plain(rho), VotesWording.up(mu))
                .line("", "a person in the shards of s teachers loses s times the mu")
                .field("budget", BudgetJson.fields(terms.budget()))
                .field("half-mu-squared", VotesWording.number(rho));
        if (pipeline.domainBudget() != null) {
            page.line("", "a part of the domain's, for all its pipelines")
                    .field("domain-budget", BudgetJson.fields(pipeline.domainBudget()));
        }
    }

    /** The names and numbers of a budget, without exponents. */
    private static String words(Map<String, Object> budget) {
        return budget.entrySet().stream()
                .map(part ->
                        part.getKey() + " " + new BigDecimal(part.getValue().toString()).toPlainString())
                .collect(Collectors.joining(", "));
    }

    private void votes() {
        String wait = Durations.text(terms.close().within().toMillis());
        page.line(
                        "Votes",
                        "%d teachers, one of %d labels",
                        terms.teachers(),
                        terms.labels().size())
                .line(
                        "",
                        "a question closes with %d votes or %s after its time",
                        terms.close().votes(),
                        wait)
                .field("teachers", terms.teachers())
                .field("labels", terms.labels())
                .field(
                        "close",
                        new TitledValues().field("votes", terms.close().votes()).field("wait", wait))
                .field("version", terms.version());
    }

    private void price() {
        VoteAffords affords = new VoteAffords(prices, terms.account().budget());
        boolean isChecked = terms.mechanism().check().isPresent();
        long most = isChecked ? affords.unanswered() : affords.answered();
        page.line("Mechanism", "%s", terms.mechanism().words())
                .line(
                        "Price",
                        "half mu squared %s for each question asked, %s more for each answered, whatever the votes are",
                        VotesWording.plain(prices.checkPrice()),
                        VotesWording.plain(prices.answerPrice()))
                .line("Stops", "after %d questions if all are answered, after %d if none is", affords.answered(), most)
                .line("", "each later one is withheld: one account for all teachers, which is public")
                .field("mechanism", asked.mechanism())
                .field(
                        "price",
                        new TitledValues()
                                .field("check", VotesWording.number(prices.checkPrice()))
                                .field("answer", VotesWording.number(prices.answerPrice())))
                .field("questions-if-all-answered", affords.answered())
                .field("questions-if-none-answered", most);
    }

    private void errors() {
        VoteErrors errors = new VoteErrors(terms.mechanism(), terms.labels().size());
        TitledValues fields = new TitledValues().field("lead95", errors.lead());
        page.line(
                "Accuracy",
                "a label that leads every other by %s votes is drawn at least 95 times in 100",
                VotesWording.up(errors.lead()));
        terms.mechanism().check().ifPresent(check -> {
            double passing = VoteErrors.passing(check, terms.teachers());
            fields.field("unanimous-passes", passing);
            page.line(
                    "",
                    "%s passes the check in %d of 100 cases",
                    terms.mechanism().isInteractive()
                            ? "a label of all teachers, in which the student does not believe,"
                            : "a label of all teachers",
                    (int) (100 * passing));
        });
        page.field("accuracy", fields);
    }
}
