export const at = (id) => document.getElementById(id);

/** An element with its content. */
export function made(name, properties = {}, ...content) {
  const { dataset = {}, role, ...rest } = properties;
  const element = Object.assign(document.createElement(name), rest);
  Object.assign(element.dataset, dataset);
  if (role) element.setAttribute("role", role);
  element.append(...content);
  return element;
}
