// The cluster: its nodes, what is free on them, who waits and for what.

import { get } from "./api.js";
import { h, show, table, toast } from "./dom.js";
import { bytes, number } from "./format.js";

const AGAIN = 2000;

// Whether this dashboard belongs to a cluster; one that does not answer is there, too.
export async function isThere() {
  try {
    return "status" in (await get("/api/cluster"));
  } catch (error) {
    return error.status === 502;
  }
}

// Asks again and again until the page is left, whether the head answers or not.
export function cluster(main) {
  document.title = "Cluster – Manta";
  let timer;
  let over = false;
  let drawn = false;
  async function round() {
    try {
      const { status } = await get("/api/cluster");
      if (over) return;
      if (status) draw(main, status);
      else say(main, h("p", null, "This dashboard belongs to no cluster."), h("p", null, "Start one with ", h("code", null, "manta start --head --dashboard-port 8265"), "."));
      drawn = true;
    } catch (error) {
      if (over) return;
      if (drawn) toast(error.message);
      else say(main, h("p", { role: "status" }, error.message));
    }
    timer = setTimeout(round, AGAIN);
  }
  round();
  return () => { over = true; clearTimeout(timer); };
}

function say(main, ...lines) {
  show(main, h("div", { class: "head" }, h("h1", null, "Cluster")), h("section", { class: "card narrow" }, lines));
}

function draw(main, status) {
  const { nodes, claims } = status;
  const total = (of) => nodes.reduce((sum, each) => sum + each.node.total[of], 0);
  const waiting = claims.filter((claim) => claim.waits);
  const facts = [["head", status.head], ["nodes", number(nodes.length)], ["CPU cores", number(total("cpus"))], ["GPUs", total("gpus") ? `${number(free(nodes))} of ${number(total("gpus"))} free` : "none"], ["runs", number(claims.length)], ["waiting", number(waiting.length)]];
  show(main, h("div", { class: "head" }, h("h1", null, "Cluster")),
    h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))),
    status.open ? null : h("p", { class: "warning" }, "The head is new: it hears nodes and drivers first, and grants within seconds."),
    h("h2", null, "Nodes"), table(["Node", "State", "Address", { text: "CPU cores", number: true }, { text: "GPUs", number: true }, { text: "Memory", number: true }, { text: "Who has what", wide: true }], nodes.map((each) => row(each, status.head)), { label: "Nodes" }),
    h("h2", null, "Runs"), claims.length
      ? table(["Run", { text: "Has workers", number: true }, { text: "Wants", number: true }, "Started by", { text: "Waits for", wide: true }], claims.map((claim) => [claim.run, number(claim.has), claim.least === claim.most ? number(claim.least) : `${claim.least} to ${claim.most}`, claim.who, claim.waits || "–"]), { label: "Runs of the cluster" })
      : h("p", { class: "muted" }, "No run asks for workers."));
}

function free(nodes) {
  return nodes.reduce((sum, each) => sum + each.node.total.gpus - used(each), 0);
}

function used(line) {
  return new Set(line.shares.flatMap((share) => share.gpus)).size;
}

function row(line, head) {
  const { node } = line;
  const who = line.shares.map((share) => `${share.run} ×${share.workers}` + (share.gpus.length ? ` on GPUs ${share.gpus.join(", ")}` : "")).join("; ");
  return [node.name + (node.name === head ? " (head)" : ""), h("span", { class: "pill " + (line.state === "up" ? "finished" : "interrupted") }, line.state), `${line.address.host}:${line.address.port}`,
    number(node.total.cpus), node.total.gpus ? `${used(line)} of ${number(node.total.gpus)} used` : "0", bytes(node.total.memoryBytes), who || "nobody"];
}
