package dev.weir.jobs.config.warning;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.warning.ReadFile.ReadQuery;
import java.util.List;

/**
 * Finds settings of a pipeline file that are allowed but make no sense. This class has the only list of the rules. Each
 * rule is a function of the file alone and has one sentence.
 */
public final class UnwiseTerms {

    /** Checks a file for one kind of mistake. */
    @FunctionalInterface
    private interface Rule {
        void check(ReadFile file);
    }

    /** Checks a query for one kind of mistake. */
    @FunctionalInterface
    private interface QueryRule {
        void check(ReadQuery query);
    }

    private static final List<Rule> RULES = List.of(
            BudgetRules::largeEpsilon,
            BudgetRules::largeDelta,
            BudgetRules::largeDomain,
            SourceRules::unitOfEvents,
            SourceRules::unitIsTime,
            SourceRules::smallLimits,
            ClockRules::shortHold,
            ClockRules::shortIdle,
            ClockRules::longIdle,
            ClockRules::longDelay,
            ClockRules::longSkew,
            ClockRules::shortSpan,
            ClockRules::trustedBroker,
            ClockRules::rareCheckpoints,
            SpendRules::unusedBudget,
            SpendRules::drownedBudget);

    private static final List<QueryRule> QUERY_RULES = List.of(
            SpendRules::drownedQuery,
            SpendRules::lightWeight,
            SpendRules::emptyKeyAccount,
            BoundsRules::beyondAccount,
            BoundsRules::belowContributions,
            BoundsRules::moreKeysThanDeclared,
            BoundsRules::moreThanPeriodHolds,
            BoundsRules::wideSeparation,
            BoundsRules::boundedEvents,
            WindowRules::manyPeriods,
            WindowRules::notOfADay,
            WindowRules::onePane,
            WindowRules::oneStep,
            WindowRules::wrongHorizon,
            KeyRules::alike,
            KeyRules::byPerson,
            KeyRules::byTime,
            WhereRules::alwaysFalse,
            WhereRules::withoutKeys,
            ReleaseRules::oneValue,
            ReleaseRules::beyondUnitClamp,
            ReleaseRules::unitClampWithoutZero,
            ReleaseRules::coarseGrid,
            ReleaseRules::readsUnit,
            ReleaseRules::sameTwice,
            ReleaseRules::onlyOption,
            ReleaseRules::allCandidates,
            ReleaseRules::unitsOfEvents,
            ReleaseRules::ratioOfItself,
            ReleaseRules::labelAmongFeatures);

    private UnwiseTerms() {}

    /**
     * Returns the warnings about a file.
     *
     * @param root the file, in which no problem has been noted
     * @param pipeline the pipeline that was read from the file
     * @param purpose the purpose for which the file was read
     * @return the warnings, one line each, in the form of problems
     */
    public static List<String> in(Section root, Pipeline pipeline, Purpose purpose) {
        ReadFile file = new ReadFile(root, pipeline, purpose);
        RULES.forEach(rule -> rule.check(file));
        for (ReadQuery query : file.queries()) {
            QUERY_RULES.forEach(rule -> rule.check(query));
        }
        return file.warnings();
    }
}
