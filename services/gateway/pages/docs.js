// Shows the contract of the gateway, operation by operation, and calls it. Everything is put in as text.
"use strict";

const LONGEST_ANSWER = 200000; // characters of an answer that are shown
const LIMITS = {
  minimum: (number) => `at least ${number}`,
  maximum: (number) => `at most ${number}`,
  maxLength: (number) => `at most ${number} characters`,
  maxItems: (number) => `at most ${number} items`,
};
let contract = null;

// An element with attributes and children; children that are text stay text.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

function nameOf(reference) {
  return reference.split("/").pop();
}

function resolved(schema) {
  return schema && schema.$ref ? contract.components.schemas[nameOf(schema.$ref)] : schema || {};
}

// A schema in a few words, such as `Seat[] or null`.
function words(schema) {
  if (!schema) return "anything";
  if (schema.$ref) return nameOf(schema.$ref);
  const several = schema.oneOf || schema.anyOf;
  if (several) return several.map(words).join(" or ");
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
  if (schema.type === "array") return `${words(schema.items)}[]`;
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type || "anything";
  const limits = Object.entries(LIMITS).filter(([key]) => schema[key] !== undefined).map(([key, say]) => say(schema[key]));
  return limits.length ? `${type}, ${limits.join(", ")}` : type;
}

// A value that fits a schema, to begin with.
function example(schema, depth = 0) {
  const one = resolved(schema);
  if (one.default !== undefined) return one.default;
  if (one.enum) return one.enum[0];
  if (one.oneOf || one.anyOf) return example((one.oneOf || one.anyOf)[0], depth);
  if (one.type === "object" && one.properties && depth < 4) {
    const required = one.required || [];
    return Object.fromEntries(required.map((name) => [name, example(one.properties[name], depth + 1)]));
  }
  return { object: {}, array: [], string: "", integer: one.minimum || 0, number: 0, boolean: false }[one.type] ?? null;
}

function fields(schema) {
  const one = resolved(schema);
  if (!one.properties) return element("p", {}, words(schema));
  const rows = Object.entries(one.properties).map(([name, part]) => element("tr", {},
    element("td", {}, element("code", {}, name)),
    element("td", {}, words(part)),
    element("td", {}, part.description || resolved(part).description || "")));
  return element("table", {}, ...rows);
}

function input(parameter) {
  const choices = parameter.schema.enum || (parameter.schema.oneOf || []).flatMap((one) => one.enum || []);
  const label = `${parameter.name} (${parameter.in})`;
  if (!choices.length) return element("input", { name: parameter.name, "aria-label": label, required: parameter.required });
  return element("select", { name: parameter.name, "aria-label": label },
    element("option", { value: "" }, ""), ...choices.map((one) => element("option", {}, String(one))));
}

function requestOf(path, operation, form) {
  const query = new URLSearchParams();
  const headers = {};
  let filled = path;
  for (const parameter of operation.parameters || []) {
    const value = form.elements[parameter.name].value;
    if (parameter.in === "path") filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (value !== "" && parameter.in === "header") headers[parameter.name] = value;
    else if (value !== "" && parameter.in === "query") query.set(parameter.name, value);
  }
  const token = document.getElementById("token").value.trim();
  if (token) headers.authorization = `Bearer ${token}`;
  const body = form.elements.body ? form.elements.body.value : undefined;
  if (body !== undefined) headers["content-type"] = "application/json";
  const search = query.toString();
  return { address: filled + (search ? `?${search}` : ""), headers, body };
}

// Shows an answer as it comes, so that streams can be watched.
async function show(answer, output) {
  const kind = answer.headers.get("content-type") || "";
  output.textContent = `${answer.status} ${answer.statusText}\n${kind}\n\n`;
  if (/^application\/(problem\+)?json/.test(kind)) {
    output.textContent += JSON.stringify(await answer.json(), null, 2).slice(0, LONGEST_ANSWER);
    return;
  }
  const reader = answer.body && answer.body.pipeThrough(new TextDecoderStream()).getReader();
  while (reader && output.textContent.length < LONGEST_ANSWER) {
    const { done, value } = await reader.read();
    if (done) return;
    output.textContent += value;
  }
  if (reader) await reader.cancel();
}

function tried(method, path, operation) {
  const output = element("pre", { hidden: true, tabindex: "0" });
  let call = null;
  const stop = element("button", { type: "button", disabled: true, onclick: () => call.abort() }, "Stop");
  const send = async (event) => {
    event.preventDefault();
    const request = requestOf(path, operation, event.target);
    call = new AbortController();
    stop.disabled = false;
    output.hidden = false;
    output.textContent = `${method.toUpperCase()} ${request.address}\n`;
    try {
      const answer = await fetch(request.address, { method, headers: request.headers, body: request.body, signal: call.signal });
      await show(answer, output);
    } catch (error) {
      output.textContent += `\n${error.message}`;
    }
    stop.disabled = true;
  };
  const rows = (operation.parameters || []).map((one) => element("tr", {},
    element("td", {}, element("code", {}, one.name), one.required ? " *" : "", element("br"), `${one.in}: ${words(one.schema)}`),
    element("td", {}, one.description || ""),
    element("td", { class: "field" }, input(one))));
  const content = operation.requestBody && operation.requestBody.content["application/json"];
  const body = content ? element("div", {},
    element("h3", {}, `Body: ${words(content.schema)}`), fields(content.schema),
    element("textarea", { name: "body", rows: "6", "aria-label": "body", spellcheck: "false" }, JSON.stringify(example(content.schema), null, 2))) : null;
  return element("div", {},
    element("form", { onsubmit: send }, rows.length ? element("table", {}, ...rows) : null, body, element("button", {}, "Send"), stop),
    output);
}

function answers(operation) {
  return Object.entries(operation.responses).map(([status, one]) => {
    const kinds = Object.entries(one.content || {});
    const shapes = kinds.map(([kind, content]) => `${words(content.schema)} (${kind})`).join(", ");
    return element("p", {}, element("code", {}, status), ` ${one.description} ${shapes}`);
  });
}

function shown(path, method, operation) {
  const details = element("details", { id: operation.operationId },
    element("summary", {},
      element("span", { class: `method ${method}` }, method), " ",
      element("span", { class: "path" }, path), " ",
      element("span", { class: "name" }, operation.operationId)),
    element("p", {}, operation.description || ""));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 2) {
      details.append(tried(method, path, operation), element("h3", {}, "Answers"), ...answers(operation));
    }
  });
  return details;
}

function typeList() {
  const types = Object.entries(contract.components.schemas).map(([name, schema]) => element("details", { id: `type-${name}` },
    element("summary", {}, element("code", {}, name)), element("p", {}, schema.description || ""), fields(schema)));
  return [element("h2", {}, "Types"), ...types];
}

function find(text) {
  const wanted = text.trim().toLowerCase();
  for (const details of document.querySelectorAll("#operations details")) {
    details.hidden = wanted !== "" && !details.textContent.toLowerCase().includes(wanted);
  }
}

async function main() {
  const operations = document.getElementById("operations");
  contract = await (await fetch("openapi.json")).json();
  const byTag = new Map();
  for (const [path, methods] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = (operation.tags || ["other"])[0];
      byTag.set(tag, [...(byTag.get(tag) || []), shown(path, method, operation)]);
    }
  }
  operations.replaceChildren(...[...byTag].flatMap(([tag, list]) => [element("h2", { id: `tag-${tag}` }, tag), ...list]));
  document.getElementById("types").replaceChildren(...typeList());
  document.getElementById("find").addEventListener("input", (event) => find(event.target.value));
  document.getElementById("settings").addEventListener("submit", (event) => event.preventDefault());
}

main().catch((error) => document.getElementById("operations").replaceChildren(element("p", {}, `The contract cannot be read: ${error.message}`)));
