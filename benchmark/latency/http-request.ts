import { type Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a request to a server on this machine, a POST if there is a body, and gives the text of its answer. */
export function httpRequest(agent: Agent, port: number, path: string, body?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = body === undefined ? {} : { 'content-length': body.length };
    const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, async (response) => {
      try {
        const answer = await text(response);
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`${method} ${path} gave ${response.statusCode}: ${answer}`));
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
