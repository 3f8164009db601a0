package dev.weir.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What the network policies of a namespace let through between two of its pods, by Kubernetes' rules: a pod that no policy of a
 * direction selects is open; otherwise some rule of a policy that selects it must name the other. Ports are not looked at, so
 * what is closed here is closed at every port. Addresses name no pod here, but for the block of all addresses.
 *
 * @param policies of one namespace
 */
record Reach(List<JsonNode> policies) {

    /** Whether the policies of the pod that connects let it. */
    boolean isSent(JsonNode from, JsonNode to) {
        return isLet("Egress", "to", from, to);
    }

    /** Whether the policies of the pod that is connected to let it. */
    boolean isReceived(JsonNode from, JsonNode to) {
        return isLet("Ingress", "from", to, from);
    }

    private boolean isLet(String direction, String peers, JsonNode pod, JsonNode other) {
        List<JsonNode> selecting = policies.stream()
                .filter(policy -> texts(policy.at("/spec/policyTypes")).contains(direction))
                .filter(policy -> isSelected(policy.at("/spec/podSelector"), pod))
                .toList();
        return selecting.isEmpty()
                || selecting.stream()
                        .flatMap(policy -> stream(policy.path("spec").path(direction.toLowerCase(Locale.ROOT))))
                        .anyMatch(rule -> isNamed(rule.path(peers), other));
    }

    /** A rule without peers names everybody. */
    private static boolean isNamed(JsonNode peers, JsonNode pod) {
        return peers.isEmpty() || stream(peers).anyMatch(peer -> isPeer(peer, pod));
    }

    /** Peers of other namespaces are those that have a selector of namespaces which selects something. */
    private static boolean isPeer(JsonNode peer, JsonNode pod) {
        if (peer.has("ipBlock")) {
            return peer.at("/ipBlock/cidr").asText().endsWith("/0");
        }
        return peer.path("namespaceSelector").isEmpty() && isSelected(peer.path("podSelector"), pod);
    }

    /** Whether a selector selects a pod with these labels. An empty one selects all. */
    static boolean isSelected(JsonNode selector, JsonNode labels) {
        return selector.path("matchLabels").properties().stream()
                        .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())))
                && stream(selector.path("matchExpressions")).allMatch(wanted -> isMet(wanted, labels));
    }

    private static boolean isMet(JsonNode wanted, JsonNode labels) {
        if (!wanted.path("operator").asText().equals("In")) {
            throw new IllegalArgumentException("operator is not known here: " + wanted);
        }
        return texts(wanted.path("values"))
                .contains(labels.path(wanted.path("key").asText()).asText());
    }

    /** The texts of an array. */
    static List<String> texts(JsonNode array) {
        return stream(array).map(JsonNode::asText).toList();
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
