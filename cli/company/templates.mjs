// What a new company begins with, in its language: a privacy policy to edit, and two example jobs.

/** @typedef {import("../../contract/languages").Language} Language */

/** A privacy policy, by the name of the company. @type {Record<Language, (name: string) => string>} */
export const POLICIES = {
  en: (
    name,
  ) => `This policy explains what **${name}** does with the data you send us when you apply for a job.

## Who we are

{{legal name and address}}. For any question about your data, write to {{email address}}.

## What we collect, and why

- **Your name and phone number**, so that we know who you are and can call you.
- **Your CV** and **your answers** to the job's questions, to see whether you're right for it.

People read your application. No computer makes decisions about it.

## Our legal basis

You ask us to consider you for a job, and we can't do that without your data. {{the law you follow, such as Article 6(1)(b) of the GDPR}}

## How long we keep it

We delete your application six months after we receive it, or sooner if you ask us to.

## Who sees it

{{who in your company reads applications, and any service you use}}. We don't sell your data.

## Your rights

You can ask us for a copy of your data, in a form you can take elsewhere, and to correct it, delete it or limit how we use it. You can also complain to {{the authority in your country}}.
`,
  "es-es": (
    name,
  ) => `Esta política explica qué hace **${name}** con los datos que nos envías cuando te inscribes en una oferta.

## Quién es responsable

{{razón social y domicilio}}. Para cualquier asunto de privacidad: {{correo electrónico}}.

## Qué datos tratamos y para qué

- **Tu nombre, tus apellidos y tu teléfono**, para saber quién eres y poder llamarte.
- **Tu CV** y **tus respuestas** a las preguntas de la oferta, para valorar si encajas en el puesto.

Tu candidatura la leen personas. Ningún programa decide por su cuenta.

## Con qué base

Tratamos tus datos porque nos lo pides al inscribirte. {{la base jurídica, como el artículo 6.1.b del RGPD}}

## Cuánto tiempo los guardamos

Borramos tu candidatura a los seis meses de recibirla, o antes si nos lo pides.

## Quién los ve

{{quién lee las candidaturas en tu empresa, y qué servicios usáis}}. No vendemos tus datos.

## Tus derechos

Puedes pedirnos ver tus datos, corregirlos, borrarlos, limitar su uso y recibirlos en un formato que puedas llevarte. También puedes reclamar ante {{la autoridad de tu país}}.
`,
  "es-mx": (
    name,
  ) => `Este aviso explica qué hace **${name}** con los datos que nos envías cuando te postulas a una vacante.

## Quién es responsable

{{razón social y domicilio}}. Para cualquier asunto de privacidad: {{correo electrónico}}.

## Qué datos tratamos y para qué

- **Tu nombre, tus apellidos y tu teléfono**, para saber quién eres y poder llamarte.
- **Tu CV** y **tus respuestas** a las preguntas de la vacante, para evaluar si eres la persona indicada.

Tu postulación la leen personas. Ningún programa decide por su cuenta.

## Con qué base

Tratamos tus datos porque nos lo pides al postularte. {{la ley que aplicas, como la LFPDPPP}}

## Cuánto tiempo los guardamos

Borramos tu postulación a los seis meses de recibirla, o antes si nos lo pides.

## Quién los ve

{{quién lee las postulaciones en tu empresa, y qué servicios usan}}. No vendemos tus datos.

## Tus derechos

Puedes pedirnos acceder a tus datos, rectificarlos, cancelarlos u oponerte a su uso. También puedes acudir a {{la autoridad de tu país}}.
`,
};

const OFFICE = { employment_type: ["PART_TIME"], workplace: "onsite" };
const REMOTE = { employment_type: ["FULL_TIME"], workplace: "remote" };

/** @type {Record<Language, (Record<string, unknown> & { title: string, description: string })[]>} */
export const EXAMPLE_JOBS = {
  en: [
    {
      title: "Office assistant (example)",
      location: "Our office",
      contract_type: "Permanent, part time",
      ...OFFICE,
      requirements: ["Clear writing", "Patience on the phone"],
      questions: [{ question: "May you work in this country?", answers: ["Yes", "No"] }],
      description:
        "<p>This is an example. Change it or close it.</p>\n<h2>What you will do</h2>\n<ul>\n<li>Answer the phone and the post.</li>\n<li>Keep our calendar.</li>\n</ul>",
    },
    {
      title: "Customer adviser (example)",
      location: "Remote",
      contract_type: "Permanent, full time",
      ...REMOTE,
      requirements: ["A year with customers"],
      nice_to_have: ["A second language"],
      questions: [{ question: "Tell us about a customer you helped." }],
      description:
        "<p>This is an example. Change it or close it.</p>\n<h2>What we offer</h2>\n<ul>\n<li>Work from home and two weeks of paid training.</li>\n</ul>",
    },
  ],
  "es-es": [
    {
      title: "Administración (ejemplo)",
      location: "Nuestra oficina",
      contract_type: "Indefinido, media jornada",
      ...OFFICE,
      requirements: ["Buena redacción", "Paciencia al teléfono"],
      questions: [{ question: "¿Tienes permiso de trabajo?", answers: ["Sí", "No"] }],
      description:
        "<p>Esto es un ejemplo. Cámbialo o ciérralo.</p>\n<h2>Qué harás</h2>\n<ul>\n<li>Atender el teléfono y el correo.</li>\n<li>Llevar nuestra agenda.</li>\n</ul>",
    },
    {
      title: "Atención al cliente (ejemplo)",
      location: "En remoto",
      contract_type: "Indefinido, jornada completa",
      ...REMOTE,
      requirements: ["Un año de trato con clientes"],
      nice_to_have: ["Un segundo idioma"],
      questions: [{ question: "Cuéntanos cómo ayudaste a un cliente." }],
      description:
        "<p>Esto es un ejemplo. Cámbialo o ciérralo.</p>\n<h2>Qué ofrecemos</h2>\n<ul>\n<li>Trabajo desde casa y dos semanas de formación pagada.</li>\n</ul>",
    },
  ],
  "es-mx": [
    {
      title: "Auxiliar administrativo (ejemplo)",
      location: "Nuestra oficina",
      contract_type: "Tiempo indeterminado, medio tiempo",
      ...OFFICE,
      requirements: ["Buena redacción", "Paciencia al teléfono"],
      questions: [{ question: "¿Puedes trabajar en México?", answers: ["Sí", "No"] }],
      description:
        "<p>Esto es un ejemplo. Cámbialo o ciérralo.</p>\n<h2>Qué harás</h2>\n<ul>\n<li>Contestar el teléfono y el correo.</li>\n<li>Llevar nuestra agenda.</li>\n</ul>",
    },
    {
      title: "Atención a clientes (ejemplo)",
      location: "Remoto",
      contract_type: "Tiempo indeterminado, tiempo completo",
      ...REMOTE,
      requirements: ["Un año de trato con clientes"],
      nice_to_have: ["Un segundo idioma"],
      questions: [{ question: "Platícanos cómo ayudaste a un cliente." }],
      description:
        "<p>Esto es un ejemplo. Cámbialo o ciérralo.</p>\n<h2>Qué ofrecemos</h2>\n<ul>\n<li>Trabajo desde casa y dos semanas de capacitación pagada.</li>\n</ul>",
    },
  ],
};

/** @param {string} name @param {string} accent @param {string} words the colour of words on it */
export const brandFor = (
  name,
  accent,
  words,
) => `/* The look of ${name.replaceAll("*/", "* /")}: docs/branding.md says what else can be set. */
:root {
  color-scheme: light dark;
  --accent: ${accent};
  --accent-text: ${words};
  --radius: 0.5rem;
}
`;
