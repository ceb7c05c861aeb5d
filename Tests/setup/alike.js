// What the JavaScript module says of configs, a JSON array of texts in base64: alike.py.
import { readFileSync } from "node:fs";
const { Config } = await import(process.argv[2]);

const read = () => {
  throw new Error("No such file or directory");
};
const says = (text) => {
  try {
    new Config(Buffer.from(text, "base64"), { read, hasConverters: true });
    return "ok";
  } catch (error) {
    return error.line ? `${error.line}: ${error.message}` : error.message;
  }
};
console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(says)));
