interface CompanySectionsProps {
  sections: readonly CompanySection[];
  /** BCP 47 tag of the company's texts, if their language isn't the page's. */
  lang: string | undefined;
}

export interface CompanySection {
  title: string;
  /** Safe HTML (`renderSections`). */
  html: string;
  pictures: readonly { src: string; alt: string; width: number; height: number }[];
}

/** A company's sections, such as its benefits. */
export function CompanySections({ sections, lang }: CompanySectionsProps) {
  if (sections.length === 0) return null;
  return (
    <div className="company-sections">
      {sections.map(({ title, html, pictures }, index) => (
        <section key={index} lang={lang} dir="auto">
          <h2>{title}</h2>
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          {pictures.map(({ alt, ...picture }, index) => (
            <img key={index} {...picture} alt={alt} loading="lazy" decoding="async" />
          ))}
        </section>
      ))}
    </div>
  );
}
